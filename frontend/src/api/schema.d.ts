/* Stands in for the generated file (npm run types) and has its shape. */

type Json<T> = { headers: { [name: string]: unknown }; content: { "application/json": T } };
type Empty = { headers: { [name: string]: unknown }; content?: never };
type Operation<Path, Query, Body, Status extends number, Answer> = {
  parameters: {
    query?: Query;
    header?: never;
    path: Path;
    cookie?: never;
  };
  requestBody: [Body] extends [never] ? never : { content: { "application/json": Body } };
  responses: { [S in Status]: [Answer] extends [never] ? Empty : Json<Answer> };
};
type Bare<Body, Status extends number, Answer> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  requestBody?: [Body] extends [never] ? never : { content: { "application/json": Body } };
  responses: { [S in Status]: [Answer] extends [never] ? Empty : Json<Answer> };
};
type Get<Path, Query, Answer> = {
  parameters: { query?: Query; header?: never; path: Path; cookie?: never };
  requestBody?: never;
  responses: { 200: Json<Answer> };
};
type Slug = { slug: string };
type SlugId = { slug: string; id: number };
type Page<T> = { results: T[]; next: string | null };
type S = components["schemas"];

export interface paths {
  "/api/v1/session/": {
    get: Bare<never, 200, S["Session"]>;
    post: Bare<S["Credentials"], 200, S["Session"]>;
    delete: Bare<never, 204, never>;
  };
  "/api/v1/projects/": { get: { parameters: { query?: { cursor?: string } }; requestBody?: never; responses: { 200: Json<Page<S["ProjectCard"]>> } } };
  "/api/v1/projects/{slug}/": { get: Get<Slug, never, S["Project"]> };
  "/api/v1/projects/{slug}/next/": {
    post: { parameters: { query?: never; path: Slug }; requestBody?: never; responses: { 200: Json<S["Next"]> } };
  };
  "/api/v1/projects/{slug}/items/{id}/work/": { get: Get<SlugId, never, S["WorkItem"]> };
  "/api/v1/projects/{slug}/items/{id}/annotation/": { put: Operation<SlugId, never, S["Save"], 200, S["Saved"]> };
  "/api/v1/projects/{slug}/items/{id}/skip/": { post: Operation<SlugId, never, S["Skip"], 204, never> };
  "/api/v1/projects/{slug}/mine/": { get: Get<Slug, { status?: S["MyStatus"]; cursor?: string }, Page<S["MyAnnotation"]>> };
  "/api/v1/projects/{slug}/guidelines/": { get: Get<Slug, never, { results: S["Guidelines"][] }> };
  "/api/v1/projects/{slug}/summary/": { get: Get<Slug, never, S["Summary"]> };
  "/api/v1/projects/{slug}/items/": { get: Get<Slug, S["ItemQuery"] & { cursor?: string }, Page<S["ItemRow"]>> };
  "/api/v1/projects/{slug}/items/{id}/": { get: Get<SlugId, S["ItemQuery"], S["ItemView"]> };
  "/api/v1/projects/{slug}/languages/{lang}/": {
    patch: Operation<{ slug: string; lang: string }, never, { closed: boolean }, 200, S["ProjectLanguage"]>;
  };
  "/api/v1/projects/{slug}/imports/": { get: Get<Slug, { cursor?: string }, Page<S["Import"]>> };
  "/api/v1/projects/{slug}/imports/{id}/": {
    get: Get<SlugId, never, S["Import"]>;
    delete: { parameters: { query?: never; path: SlugId }; requestBody?: never; responses: { 204: Empty } };
  };
  "/api/v1/projects/{slug}/imports/{id}/start/": {
    post: Operation<SlugId, never, { mapping: { [field: string]: string } }, 200, S["Import"]>;
  };
  "/api/v1/projects/{slug}/imports/{id}/undo/": {
    post: { parameters: { query?: never; path: SlugId }; requestBody?: never; responses: { 200: Json<S["Import"]> } };
  };
}

export interface components {
  schemas: {
    Credentials: { username: string; password: string };
    User: { username: string; display_name: string; is_superuser: boolean };
    Session: { user: S["User"] | null };
    Role: "annotator" | "lead";
    ProjectCard: {
      slug: string;
      name: string;
      description: string;
      role: S["Role"];
      languages: string[];
      mine: S["MyProgress"];
      project: S["ProjectProgress"];
      agreement: number | null;
      counted: number;
      policy: string;
      current: S["CurrentDraft"] | null;
    };
    CurrentDraft: { item: number; question: string; spans: number };
    MyProgress: { submitted: number; drafts: number; skipped: number; items: number; today: number };
    ProjectProgress: { items: number; complete: number; annotations: number };
    Project: {
      slug: string;
      name: string;
      description: string;
      role: S["Role"];
      assignment: "pool" | "everyone";
      redundancy: number;
      policy: string;
      languages: S["ProjectLanguage"][];
      my_languages: string[];
      scheme: S["Scheme"];
      mine: S["MyProgress"];
    };
    ProjectLanguage: { language: string; spelling: string; redundancy: number; closed: boolean };
    Scheme: {
      version: number;
      uses_spans: boolean;
      span_labels: S["SpanLabel"][];
      item_labels: S["ItemLabel"][];
      evidence: "off" | "optional" | "required";
    };
    SpanLabel: { name: string; text: string; color: number; key: string };
    ItemLabel: { name: string; text: string; required: boolean; choices: S["Choice"][] };
    Choice: { name: string; text: string; key: string };
    Next: { item: S["WorkItem"] | null; reason: "" | "done" | "no_items" | "closed"; mine: S["MyProgress"] };
    Direction: "ltr" | "rtl";
    WorkItem: {
      id: number;
      external_id: string;
      language: string;
      spelling: string;
      direction: S["Direction"];
      question: string;
      answer: string;
      answer_sha256: string;
      reference: S["Reference"] | null;
      reference_url: string;
      annotation: S["AnnotationState"];
    };
    Reference: {
      id: number;
      kind: "wikipedia" | "text" | "publication";
      language: string;
      title: string;
      url: string;
      revision_id: string;
      fetched_at: string | null;
      extract: string;
    };
    AnnotationState: {
      revision: number;
      submitted_revision: number | null;
      status: "new" | "draft" | "submitted" | "edited";
      surplus: boolean;
      saved_at: string | null;
      content: S["Content"];
    };
    Content: {
      spans: S["Span"][];
      labels: { [name: string]: string };
      nothing_to_mark: boolean;
      unsure: boolean;
      comment: string;
      links: S["Link"][];
      active_seconds: number;
    };
    Span: { id: string; start: number; end: number; label: string };
    Link: { url: string; language: string; title: string };
    Save: { save_id: string; base_revision: number; answer_sha256: string; submit: boolean; content: S["Content"] };
    Saved: { annotation: S["AnnotationState"]; mine: S["MyProgress"] };
    Skip: { reason: string };
    MyStatus: "draft" | "submitted" | "edited" | "skipped";
    MyAnnotation: {
      item: number;
      external_id: string;
      language: string;
      direction: S["Direction"];
      question: string;
      status: S["MyStatus"];
      saved_at: string | null;
      spans: number;
      nothing_to_mark: boolean;
      unsure: boolean;
    };
    Guidelines: { language: string; version: number; html: string };
    Summary: { policy: string; version: number; overall: S["Figures"]; languages: S["LanguageFigures"][]; surplus: number };
    Figures: {
      items: number;
      complete: number;
      annotations: number;
      counted: number;
      agreement: number | null;
      annotators_min: number;
      annotators_max: number;
      over_full: number;
    };
    LanguageFigures: S["Figures"] & { language: string; spelling: string; redundancy: number; closed: boolean };
    ItemQuery: { language?: string; order?: "agreement" | "ordinal"; search?: string };
    ItemStatus: "open" | "complete" | "over-full";
    ItemRow: {
      id: number;
      external_id: string;
      language: string;
      spelling: string;
      direction: S["Direction"];
      question: string;
      answer_length: number;
      n: number;
      redundancy: number;
      agreement: number | null;
      status: S["ItemStatus"];
      drafts: number;
      unsure: number;
      comments: number;
      ties: number;
      gold_characters: number;
      runs: S["Run"][];
    };
    Run: { start: number; end: number; count: number };
    ItemView: {
      id: number;
      external_id: string;
      language: string;
      spelling: string;
      direction: S["Direction"];
      question: string;
      answer: string;
      model_id: string;
      split: string;
      reference: S["Reference"] | null;
      reference_url: string;
      policy: string;
      n: number;
      redundancy: number;
      agreement: number | null;
      status: S["ItemStatus"];
      runs: S["Run"][];
      gold: S["GoldSpan"][];
      item_labels: { [name: string]: S["ItemLabelGold"] };
      annotations: S["ItemAnnotation"][];
      previous: number | null;
      next: number | null;
      position: number | null;
      total: number;
    };
    GoldSpan: { start: number; end: number };
    ItemLabelGold: { value: string | null; share: number; n: number; tie: boolean };
    ItemAnnotation: {
      annotator: string;
      name: string;
      status: "counted" | "draft" | "surplus" | "excluded";
      spans: S["Span"][];
      normalized: S["GoldSpan"][];
      labels: { [name: string]: string };
      nothing_to_mark: boolean;
      unsure: boolean;
      comment: string;
      links: S["Link"][];
      active_seconds: number;
      submitted_at: string | null;
      reason: string;
    };
    ImportKind: "items" | "annotations";
    Import: {
      id: number;
      kind: S["ImportKind"];
      state: "uploaded" | "waiting" | "checking" | "writing" | "done" | "refused" | "failed" | "undone";
      filename: string;
      format: "jsonl" | "csv" | "tsv";
      encoding: string;
      delimiter: string;
      columns: string[];
      mapping: { [field: string]: string };
      fields: S["ImportField"][];
      preview: { [column: string]: string }[];
      done: number;
      total: number;
      added: number;
      unchanged: number;
      differing: number;
      problems: S["Problem"][];
      problem_count: number;
      message: string;
      created_at: string;
      created_by: string;
      undoable: boolean;
    };
    ImportField: {
      name:
        | "id"
        | "lang"
        | "question"
        | "answer"
        | "model_id"
        | "prompt"
        | "split"
        | "kind"
        | "reference_url"
        | "reference_title"
        | "reference_text";
      required: boolean;
    };
    Problem: { line: number; field: string; code: string; detail: string };
  };
}
