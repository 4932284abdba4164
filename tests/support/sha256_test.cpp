#include <jacquard/support/sha256.h>

#include "catch.h"

using jacquard::Sha256;

// The examples of FIPS 180-4.
TEST_CASE("the sums of known texts") {
    CHECK(Sha256().hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(Sha256().add("abc").hex() ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(Sha256().add("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex() ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    Sha256 million;
    for (int i = 0; i < 1000; ++i) {
        million.add(std::string(1000, 'a'));
    }
    CHECK(million.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    CHECK(Sha256().add("abc").hex(8) == "ba7816bf");
}

TEST_CASE("pieces have the sum of the whole, and fields do not run together") {
    const std::string text(300, 'x');
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        CHECK(Sha256().add(text.substr(0, cut)).add("").add(text.substr(cut)).hex() ==
              Sha256().add(text).hex());
    }
    CHECK(Sha256().add_field("ab").add_field("c").hex() !=
          Sha256().add_field("a").add_field("bc").hex());
}
