import type { ItemView } from "../../../api/types";
import { toClaims } from "../../../text/claims";
import type { TextRange } from "../../../text/offsets";

/** Returns the item's gold, decided or by majority, of all span labels. Adjacent incorrect claims stay apart. */
export function goldRanges({
  gold,
  claims,
  claim_votes: votes,
}: Pick<ItemView, "gold" | "claims" | "claim_votes">): TextRange[] {
  return claims ? toClaims(claims).filter((_, position) => votes?.[position]?.gold) : gold;
}
