import { resolve } from 'node:path'
import { z } from 'zod'
import type { DeploymentTexts } from '#shared/auth.ts'
import { type PasswordPolicy, passwordPolicies } from '#shared/password-rule.ts'
import { ConfigError, problemOf, type SettingProblem } from './config-error.ts'
import {
  flag,
  isStorage,
  length,
  must,
  networks,
  oneOf,
  saidIn,
  sender,
  timeZone,
  url,
  wholeNumber,
} from './config-values.ts'
import { isLocalHost } from './services/sender-address.ts'

const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  MAX_CONNECTIONS: wholeNumber(16, 100_000).optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_MAX_LAG: wholeNumber(0, 3_600).default(5),
  STATEMENT_TIMEOUT: wholeNumber(0, 3_600).default(20),
  LOCK_TIMEOUT: wholeNumber(0, 3_600).default(8),
  IDLE_TRANSACTION_TIMEOUT: wholeNumber(0, 3_600).default(60),
  JOB_STATEMENT_TIMEOUT: wholeNumber(0, 86_400).default(3_600),
  DATABASE_POOLER: oneOf('auto', 'none', 'transaction').default('auto'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  STORAGE_URL: url(['file:', 's3:']).refine(isStorage, must('setting.storage')).optional(),
  SNAPSHOTS: flag.optional(),
  HISTORY_CLOSE_AFTER: wholeNumber(1, 3_650).default(10),
  HISTORY_ARCHIVE_AFTER: wholeNumber(0, 1_200).default(0),
  DEMO: flag.optional(),
  ADMIN_USER: z.string().trim().pipe(length(1, 64)).optional(),
  ADMIN_PASSWORD: length(6, 64).optional(),
  DEVICE_FEED_URL: url(['http:', 'https:', 'file:']).optional(),
  DEVICE_FEED_MINUTES: wholeNumber(0, 1_440)
    .refine((minutes) => minutes === 0 || minutes >= 5, must('setting.feedMinutes'))
    .default(60),
  BRAND_TEXT: length(0, 80).default('Coldfleet'),
  SUPPORT_PHONE: length(0, 40).default(''),
  IMAGES_BASE_URL: url(['http:', 'https:']).optional(),
  MEETING_URL: url(['http:', 'https:']).optional(),
  SMS_WEBHOOK_URL: url(['http:', 'https:']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.optional(),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  ALLOWED_NETWORKS: networks.default([]),
  PASSWORD_POLICY: oneOf(...passwordPolicies).default('documented'),
  NODE_ENV: z.string().optional(),
  TZ_BUSINESS: timeZone.default('Asia/Shanghai'),
  RSA_BITS: wholeNumber(1024, 4096)
    .refine((bits) => bits % 256 === 0, must('setting.multiple', { of: 256 }))
    .default(1024),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  METRICS_TOKEN: length(8, 512).optional(),
})

export type Config = {
  port: number
  host: string
  /** Maximum number of open client connections; null = as many as the limit of open files allows. */
  maxConnections: number | null
  /** null = the embedded database under dataDir. */
  databaseUrl: string | null
  databaseReadUrl: string | null
  /** Seconds of replication lag above which the replica is not read. */
  databaseReadMaxLag: number
  /** Limits in seconds for a user's call: statement, wait for a lock, idle transaction; 0 = no limit. */
  statementTimeout: number
  lockTimeout: number
  idleTransactionTimeout: number
  /** The statement limit in seconds for exports, feeds, backups and other jobs. */
  jobStatementTimeout: number
  /** Whether a pooler shares sessions between this process and PostgreSQL; `auto` detects it. */
  databasePooler: z.output<typeof Environment>['DATABASE_POOLER']
  dataDir: string
  storageUrl: string | null
  /** Whether snapshots are made once a day and before every migration. */
  snapshots: boolean
  /** Days after the end of a month when its device-days are rewritten in the compact form. */
  historyCloseAfter: number
  /** Months after its end when a closed month moves into the archive; null = all months stay in the database. */
  historyArchiveAfter: number | null
  /** null = demonstration data when the database is embedded and empty. */
  demo: boolean | null
  adminUser: string | null
  adminPassword: string | null
  deviceFeedUrl: string | null
  /** Interval of the automatic fetch of DEVICE_FEED_URL; null = only on request. */
  deviceFeedMinutes: number | null
  brandText: string
  supportPhone: string
  imagesBaseUrl: string | null
  meetingUrl: string | null
  /** null = codes are written to `outbox` under dataDir, which a production start refuses. */
  smsWebhookUrl: string | null
  /** The mail server of the deployment; null = mail channels are refused. */
  smtpUrl: string | null
  /** The sender address of mail; null = `coldfleet@` and the host of `publicUrl`. */
  mailFrom: string | null
  /** The public address of the console, for links in messages; null = the address where it listens. */
  publicUrl: string | null
  /** Networks that messages may be sent to although they are not public. */
  allowedNetworks: readonly string[]
  passwordPolicy: PasswordPolicy
  timeZone: string
  rsaBits: number
  /** Number of trusted proxies in front, whose X-Forwarded-For is read. */
  trustProxy: number
  logLevel: z.output<typeof Environment>['LOG_LEVEL']
  metricsToken: string | null
}

/** The settings that the pages of the console show. */
export const deploymentTexts = ({ brandText, supportPhone, passwordPolicy }: Config): DeploymentTexts => ({
  brandText,
  supportPhone,
  passwordPolicy,
})

type Given = Readonly<Record<string, string | undefined>>

/** Return the problems of variables that need each other. */
function problemsBetween(given: Given): SettingProblem[] {
  const problems: SettingProblem[] = []
  if (given.DATABASE_READ_URL && !given.DATABASE_URL)
    problems.push(problemOf('DATABASE_READ_URL', 'setting.needs', { other: 'DATABASE_URL' }))
  if (Boolean(given.ADMIN_USER) !== Boolean(given.ADMIN_PASSWORD))
    problems.push(problemOf('ADMIN_USER, ADMIN_PASSWORD', 'setting.together'))
  if (given.NODE_ENV !== 'production') return problems
  // Codes in a file that any local user can read are for development. Source: trust.md row 10
  if (!given.SMS_WEBHOOK_URL) problems.push(problemOf('SMS_WEBHOOK_URL', 'setting.smsNeeded'))
  // Passwords must not travel over an unencrypted connection. Source: trust.md row 4
  if (!isLocalHost(given.HOST ?? '127.0.0.1') && Number(given.TRUST_PROXY ?? 0) === 0)
    problems.push(problemOf('TRUST_PROXY', 'setting.proxyNeeded'))
  return problems
}

/**
 * Read the environment; nothing else reads it. An empty value counts as unset.
 * @throws ConfigError with all problems, not only the first
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const problems = (parsed.error?.issues ?? [])
    .filter((issue, position, all) => all.findIndex(({ path }) => path[0] === issue.path[0]) === position)
    .map((issue) => saidIn(issue.path.join('.'), issue.message))
  problems.push(...problemsBetween(given))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return configOf(parsed.data)
}

function configOf(read: z.output<typeof Environment>): Config {
  return {
    port: read.PORT,
    host: read.HOST,
    maxConnections: read.MAX_CONNECTIONS ?? null,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseReadUrl: read.DATABASE_READ_URL ?? null,
    databaseReadMaxLag: read.DATABASE_READ_MAX_LAG,
    statementTimeout: read.STATEMENT_TIMEOUT,
    lockTimeout: read.LOCK_TIMEOUT,
    idleTransactionTimeout: read.IDLE_TRANSACTION_TIMEOUT,
    jobStatementTimeout: read.JOB_STATEMENT_TIMEOUT,
    databasePooler: read.DATABASE_POOLER,
    dataDir: read.DATA_DIR,
    storageUrl: read.STORAGE_URL ?? null,
    snapshots: read.SNAPSHOTS ?? true,
    historyCloseAfter: read.HISTORY_CLOSE_AFTER,
    historyArchiveAfter: read.HISTORY_ARCHIVE_AFTER === 0 ? null : read.HISTORY_ARCHIVE_AFTER,
    demo: read.DEMO ?? null,
    adminUser: read.ADMIN_USER ?? null,
    adminPassword: read.ADMIN_PASSWORD ?? null,
    deviceFeedUrl: read.DEVICE_FEED_URL ?? null,
    deviceFeedMinutes: read.DEVICE_FEED_MINUTES === 0 ? null : read.DEVICE_FEED_MINUTES,
    brandText: read.BRAND_TEXT,
    supportPhone: read.SUPPORT_PHONE,
    imagesBaseUrl: read.IMAGES_BASE_URL ?? null,
    meetingUrl: read.MEETING_URL ?? null,
    smsWebhookUrl: read.SMS_WEBHOOK_URL ?? null,
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? null,
    publicUrl: read.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    allowedNetworks: read.ALLOWED_NETWORKS,
    passwordPolicy: read.PASSWORD_POLICY,
    timeZone: read.TZ_BUSINESS,
    rsaBits: read.RSA_BITS,
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN ?? null,
  }
}
