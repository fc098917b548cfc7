/* The order of teams on the organizers' page. */

import type { OrganizedTeam } from "../../../api/types";

const RANK: Readonly<Record<OrganizedTeam["state"], number>> = {
  pending: 0,
  approved: 1,
  refused: 2,
  merged: 3,
};

/** Returns the teams with those that wait for approval first, and refused and merged ones last; else in the given order. */
export function inDeskOrder(teams: readonly OrganizedTeam[]): OrganizedTeam[] {
  return teams.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
}

/** Returns the teams that another one can be merged into. */
export function mergeTargets(teams: readonly OrganizedTeam[], team: OrganizedTeam): OrganizedTeam[] {
  return teams.filter(({ id, state }) => id !== team.id && state === "approved");
}
