/* Exclusions and adjudications. */

import { body, client, type CallOptions, withOptions } from "./client";
import type {
  Adjudication,
  ChangeValidity,
  Decide,
  DecisionCounts,
  Effects,
  Exclusion,
  ItemQuery,
  Listing,
  DecisionRule,
  NewExclusion,
  RuleApplication,
  RulePreview,
  Selection,
  Validity,
} from "./types";

export function previewExclusion(
  slug: string,
  selection: Selection,
  options?: CallOptions,
): Promise<Effects> {
  return body(
    client.POST("/api/v1/projects/{slug}/exclusions/preview/", {
      params: { path: { slug } },
      body: selection,
      ...withOptions(options),
    }),
  );
}

export function exclude(slug: string, wanted: NewExclusion): Promise<Exclusion> {
  return body(
    client.POST("/api/v1/projects/{slug}/exclusions/", { params: { path: { slug } }, body: wanted }),
  );
}

export function getExclusions(slug: string, cursor?: string): Promise<Listing<Exclusion>> {
  return body(
    client.GET("/api/v1/projects/{slug}/exclusions/", {
      params: { path: { slug }, query: { ...(cursor !== undefined && { cursor }) } },
    }),
  );
}

export function getExclusion(slug: string, exclusion: number): Promise<Exclusion> {
  return body(
    client.GET("/api/v1/projects/{slug}/exclusions/{exclusion}/", { params: { path: { slug, exclusion } } }),
  );
}

export function undoExclusion(slug: string, exclusion: number): Promise<Exclusion> {
  return body(
    client.POST("/api/v1/projects/{slug}/exclusions/{exclusion}/undo/", {
      params: { path: { slug, exclusion } },
    }),
  );
}

/** Resumes an interrupted exclusion. */
export function resumeExclusion(slug: string, exclusion: number): Promise<Exclusion> {
  return body(
    client.POST("/api/v1/projects/{slug}/exclusions/{exclusion}/resume/", {
      params: { path: { slug, exclusion } },
    }),
  );
}

/** Includes one annotation again, whatever else was excluded with it. */
export async function includeAgain(slug: string, item: number, annotator: string): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/items/{item}/include/", {
    params: { path: { slug, item } },
    body: { annotator },
  });
}

export function getAdjudication(slug: string, item: number): Promise<Adjudication> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/adjudication/", { params: { path: { slug, item } } }),
  );
}

/** Counts the items of a list by decision, without the filter by decision. */
export function getDecisionCounts(
  slug: string,
  query: ItemQuery,
  options?: CallOptions,
): Promise<DecisionCounts> {
  return body(
    client.GET("/api/v1/projects/{slug}/decisions/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** A stale `revision` is a 409: somebody else has decided. So is a stale `seen`: other annotations count by now. */
export function decide(slug: string, item: number, wanted: Decide): Promise<Adjudication> {
  return body(
    client.PUT("/api/v1/projects/{slug}/items/{item}/adjudication/", {
      params: { path: { slug, item } },
      body: wanted,
    }),
  );
}

export function withdrawDecision(slug: string, item: number, revision: number): Promise<Adjudication> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/{item}/adjudication/withdraw/", {
      params: { path: { slug, item } },
      body: { revision },
    }),
  );
}

/** Restores the decision before the last one. */
export function undoDecision(slug: string, item: number, revision: number): Promise<Adjudication> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/{item}/adjudication/undo/", {
      params: { path: { slug, item } },
      body: { revision },
    }),
  );
}

export function getValidity(slug: string): Promise<Validity> {
  return body(client.GET("/api/v1/projects/{slug}/validity/", { params: { path: { slug } } }));
}

export function changeValidity(slug: string, wanted: ChangeValidity): Promise<Validity> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/validity/", { params: { path: { slug } }, body: wanted }),
  );
}

type AskedRule = DecisionRule & { language: string };

/** What a rule would decide. Nothing is changed. */
export function previewRule(slug: string, rule: AskedRule): Promise<RulePreview> {
  return body(
    client.POST("/api/v1/projects/{slug}/decision-rules/preview/", {
      params: { path: { slug } },
      body: rule,
    }),
  );
}

/** A stale `expected` is a 409: the rule decides on other items by now. */
export function applyRule(slug: string, rule: AskedRule & { expected: number }): Promise<RuleApplication> {
  return body(
    client.POST("/api/v1/projects/{slug}/decision-rules/", { params: { path: { slug } }, body: rule }),
  );
}

export function getRuleApplications(slug: string): Promise<Listing<RuleApplication>> {
  return body(client.GET("/api/v1/projects/{slug}/decision-rules/", { params: { path: { slug } } }));
}

/** Withdraws the decisions of an application that nobody has changed since. */
export function undoRule(slug: string, application: number): Promise<RuleApplication> {
  return body(
    client.POST("/api/v1/projects/{slug}/decision-rules/{application}/undo/", {
      params: { path: { slug, application } },
    }),
  );
}
