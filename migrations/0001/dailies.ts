import type { Kysely } from 'kysely'
import { run } from './run.ts'

/** The sums of both roll-ups. in_service, online and compliant count only devices whose day is known. */
export const sums = [
  'total',
  'normal',
  'low',
  'warn',
  'offline',
  'repairing',
  'repaired',
  'lost',
  'scrap',
  'in_service',
  'online',
  'compliant',
  'unknown',
]
const sumColumns = `${sums.map((sum) => `${sum} int not null default 0`).join(', ')}, hash_sum float8 not null default 0, target_sum float8 not null default 0`

/**
 * Create one row for each device and business day with the ownership of that day, partitioned by month; and two
 * roll-ups: leaf (any combination) and scope (one company, client, account or site). A missing client, account or site
 * is 0, because a primary key allows no null.
 */
export const createDailies = (db: Kysely<unknown>) =>
  run(db, [
    `create table device_daily (
      business_date date not null,
      device_id int not null,
      company_id int not null,
      client_id int not null default 0,
      account_id int not null default 0,
      site_id int not null default 0,
      type device_type not null,
      state device_state not null,
      reported boolean,
      ever_reported boolean not null,
      hash_avg real,
      hash_target real not null,
      compliant boolean not null default false,
      batch_id int,
      primary key (business_date, device_id)) partition by range (business_date)`,
    `create function device_daily_month(day date) returns void language plpgsql as $$
      declare
        first date := date_trunc('month', day);
        name text := 'device_daily_' || to_char(first, 'YYYY_MM');
      begin
        if to_regclass(name) is null then
          execute format('create table if not exists %I partition of device_daily for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
        end if;
      end $$`,
    `create table daily_leaf (
      company_id int not null, client_id int not null, account_id int not null, site_id int not null, type device_type not null, business_date date not null,
      ${sumColumns},
      primary key (company_id, client_id, account_id, site_id, type, business_date)) with (fillfactor = 80)`,
    'create index daily_leaf_company on daily_leaf(company_id, business_date)',
    'create index daily_leaf_client on daily_leaf(client_id, business_date)',
    'create index daily_leaf_account on daily_leaf(account_id, business_date)',
    'create index daily_leaf_site on daily_leaf(site_id, business_date)',
    // kind: all (company 0, id 0), company (id = company), client, account, site. company_id is in the key because a
    // client may have machines in several bases.
    `create type scope_kind as enum ('all', 'company', 'client', 'account', 'site')`,
    `create table daily_scope (
      kind scope_kind not null, scope_id int not null, company_id int not null, business_date date not null,
      ${sumColumns},
      primary key (kind, scope_id, company_id, business_date)) with (fillfactor = 80)`,
  ])
