/**
 * The widget's tables as Kysely sees them. What the columns mean is told by their migration.
 * @module
 */
import type { ColumnType, Generated } from "kysely";

/** How a site's widget is set up; every site has one. */
export interface WidgetTable {
  site_no: number;
  /** Public: it stands in the site's pages. */
  key: string;
  enabled: ColumnType<number, number | boolean | undefined, number | boolean>;
  /** JSON array of exact origins. */
  origins: Generated<string>;
  greeting_fr: Generated<string>;
  greeting_en: Generated<string>;
  /** `#rrggbb`. */
  accent: Generated<string>;
  /** Where new conversations go; null: the site's first inbox. */
  inbox_no: number | null;
  updated_at: number;
}

/** A secret that a site's own server signs identities with; sealed. */
export interface IdentitySecretTable {
  no: Generated<number>;
  id: string;
  site_no: number;
  sealed: Uint8Array;
  created_at: number;
}

/** A browser that wrote or was identified. */
export interface VisitorTable {
  no: Generated<number>;
  id: string;
  site_no: number;
  /** SHA-256 of the visitor's secret. */
  secret_hash: Uint8Array;
  contact_no: number | null;
  created_at: number;
  seen_at: number;
}

/** A file that no message holds yet. */
export interface UploadTable {
  no: Generated<number>;
  id: string;
  visitor_no: number;
  name: string;
  mime_type: string;
  size: number;
  content: Uint8Array;
  created_at: number;
}

/** The widget's part of the desk's tables. */
export interface WidgetSchema {
  widget: WidgetTable;
  identity_secret: IdentitySecretTable;
  visitor: VisitorTable;
  upload: UploadTable;
}
