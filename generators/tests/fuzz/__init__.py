"""A fuzzer for the tables: `python3 -m tests.fuzz --help` in `generators`.

The real tables are changed a little, at random. The generator must refuse what comes of that with
errors that have a place, or turn it into C++ that compiles; it must not fail otherwise, nor take
long.

    mutations   ways to change the text of a table
    seeds       changes whose outcome is known, in seeds.yaml
    trial       what the generator makes of changed tables
    compiling   whether C++ that changed still compiles
    campaign    trials in a process of their own, and the reduction of what they find
"""
