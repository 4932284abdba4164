//! Words: read, printed, written again and changed.

use std::{env, fs};

use jacquard_tables::{decode, encode, isa, revision_of, EncodeError, Revision};

fn revision(name: &str) -> &'static Revision {
    let mut all = isa::REVISIONS.iter().copied();
    all.find(|each| each.name == name)
        .unwrap_or_else(|| panic!("there is no revision {}", name))
}

/// A row has the revision, the word, its text, and 1 where the text says every bit. The rows stand
/// beside this file, or in the file that `JACQUARD_WORDS` names.
#[test]
fn each_word_prints_as_it_does_elsewhere_and_is_made_again() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/words.tsv");
    let path = env::var("JACQUARD_WORDS").unwrap_or_else(|_| beside.to_string());
    let rows = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {}", path, error));
    let mut faults = Vec::new();
    for row in rows.lines() {
        let cells: Vec<&str> = row.split('\t').collect();
        let word = u64::from_str_radix(cells[1], 16).unwrap();
        let instruction = decode(word, revision(cells[0]));
        let text = match &instruction {
            Some(found) => found.to_string(),
            None => format!(".word 0x{:016x}", word),
        };
        if text != cells[2] {
            faults.push(format!("{}: {}", row, text));
        }
        if let (Some(found), "1") = (&instruction, cells[3]) {
            if encode(found) != Ok(word) {
                faults.push(format!("{}: encoded as {:x?}", row, encode(found)));
            }
        }
    }
    let count = rows.lines().count();
    println!("{} words, {} faults", count, faults.len());
    assert!(count > 50, "{} has only {} words", path, count);
    assert!(faults.is_empty(), "{:#?}", &faults[..faults.len().min(20)]);
}

#[test]
fn a_changed_instruction_has_another_word() {
    let mut instruction = decode(0x4730_000a_0000_2006, &isa::A6XX).unwrap();
    instruction.operand_mut(isa::Slot::Dst).number = 3 * 4 + 1;
    instruction.set(isa::Field::Repeat, 2);
    let text = "(rpt2)bary.f r3.y, 6, r0.x";
    assert_eq!(instruction.to_string(), text);
    let word = encode(&instruction).unwrap();
    assert_eq!(decode(word, &isa::A6XX).unwrap().to_string(), text);
}

#[test]
fn what_has_no_bits_is_refused() {
    let good = decode(0x4730_000a_0000_2006, &isa::A6XX).unwrap();
    let changed = |change: &dyn Fn(&mut jacquard_tables::Operand)| {
        let mut instruction = good.clone();
        change(instruction.operand_mut(isa::Slot::Src0));
        encode(&instruction).unwrap_err()
    };
    let slot = isa::Slot::Src0;
    assert_eq!(changed(&|each| each.value = 5000), EncodeError::Value(slot));
    assert_eq!(
        changed(&|each| each.last = true),
        EncodeError::Modifier(slot)
    );
    assert_eq!(
        changed(&|each| each.kind = None),
        EncodeError::Missing(slot)
    );
    let mut wrong = good.clone();
    wrong.operand_mut(isa::Slot::Dst).kind = Some(isa::Kind::Constant);
    let fault = encode(&wrong).unwrap_err();
    assert_eq!(fault.to_string(), "dst cannot be of its kind");
    let mut waiting = decode(0x6302_8805_3004_9003, &isa::A7XX).unwrap();
    let text = "(nop3) mad.f16 hr1.y, hc0.w, hr1.y, hc1.x";
    assert_eq!(waiting.to_string(), text);
    waiting.set(isa::Field::NopCount, 4);
    let fault = encode(&waiting).unwrap_err();
    assert_eq!(fault.to_string(), "nop_count does not fit its bits");
}

#[test]
fn names_are_there() {
    assert_eq!(isa::enums::TYPE.value("f32"), Some(1));
    assert_eq!(isa::enums::TYPE.text(1), Some("f32"));
    assert!(isa::OPCODES.contains(&"bary.f"));
    assert_eq!(revision_of(730).unwrap().name, "a7xx");
    assert_eq!(revision_of(99), None);
    assert_eq!(decode(u64::MAX, &isa::A6XX), None);
}
