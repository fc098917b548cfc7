/* Texts for property tests: any well-formed text, often with characters that break offsets. */
import fc from "fast-check";

const awkward = ["👩‍👩‍👧‍👦", "e\u0301", "\r\n", "  ", "क्षत्रिय", "سلام 123", "🇫🇷", "<b>x</b>", "龍𠮷", "\u200f"];

export const anyText = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...awkward)), { maxLength: 12 })
  .map((pieces) => pieces.join(""));
