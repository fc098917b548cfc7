/* The head of an answer that is cut into claims. */
import { t } from "../../../i18n/claims";

/** Returns how many claims the answer has, and how it was cut if its language has no rules; undefined without claims. */
export function claimHead({ claims, segmenter }: { claims: number[][] | null; segmenter: string }) {
  const head = segmenter.startsWith("punctuation") ? "head.punctuation" : "head.claims";
  return claims ? t(head, { n: claims.length }) : undefined;
}
