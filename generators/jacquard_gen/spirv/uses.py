"""The words that say who uses a name of an enumeration, and where the texts stand that show it."""

from ..schema import text

TEXT_TABLE = "spirv/fact_texts.yaml"
FACT_TEXT = text("a name, as pixels.frag", r"[a-z_0-9]+\.[a-z]+")

# Modules that use a name of these are translated, or not.
SUPPORTED_ENUMS = ("capability", "addressing_model")

# The uses of a name that states no property of the shader.
USES = {
    "translation": "The translation obeys it, or asks the table for something else that does.",
    "default": "It asks for what holds anyway.",
    "informs": "It changes nothing that is computed.",
    "refused": "Modules that use it are not supported.",
}
