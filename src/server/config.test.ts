import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const problemsOf = (environment: Record<string, string>, language: 'zh' | 'en' = 'en'): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.sentence(language)
    throw error
  }
}

describe('the configuration', () => {
  test('Need no setting at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      demo: null,
      timeZone: 'Asia/Shanghai',
      rsaBits: 1024,
      trustProxy: 0,
    })
  })

  test('Treat an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  test('Report every invalid variable at once, one line each', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      TZ_BUSINESS: 'Asia/Nowhere',
      RSA_BITS: '1000',
      DEMO: 'perhaps',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'short',
    })
    expect(problems.split('\n')[0]).toBe('The configuration has 7 problems:')
    for (const name of ['PORT', 'DATABASE_URL', 'TZ_BUSINESS', 'RSA_BITS', 'DEMO', 'LOG_LEVEL', 'METRICS_TOKEN'])
      expect(problems).toMatch(new RegExp(`^  ${name}: `, 'm'))
    expect(problems).toContain('  DEMO: must be one of 0, 1, true, false')
    expect(problems).toContain('  METRICS_TOKEN: must have 8 to 512 characters')
  })

  test('Accept a folder or a bucket for the files, and refuse an ambiguous value', () => {
    for (const address of [
      'file:///srv/files',
      's3://drawings',
      's3://drawings/cold?region=eu-central-1',
      's3://d/c?endpoint=https%3A%2F%2Fs3.example',
    ])
      expect(readConfig({ STORAGE_URL: address }).storageUrl).toBe(address)
    for (const address of [
      'files',
      '/srv/files',
      'file://host/files',
      'http://host/files',
      's3:///cold',
      's3://d?acl=public',
      's3://d?endpoint=s3.example',
    ])
      expect(problemsOf({ STORAGE_URL: address }), address).toContain('  STORAGE_URL: must be')
  })

  test('Refuse a setting whose counterpart is missing', () => {
    expect(problemsOf({ ADMIN_USER: 'root' })).toContain('ADMIN_USER, ADMIN_PASSWORD: go together')
    expect(problemsOf({ MAIL_FROM: 'nonsense' })).toContain('MAIL_FROM: must be an address')
    expect(problemsOf({ STATEMENT_TIMEOUT: '-1' })).toContain(
      'STATEMENT_TIMEOUT: must be a whole number from 0 to 3600',
    )
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://replica' })).toContain('DATABASE_READ_URL: needs DATABASE_URL')
  })

  test('Say every problem in Chinese, too', () => {
    const problems = problemsOf(
      { PORT: '70000', DEMO: 'x', STORAGE_URL: 'files', ADMIN_USER: 'root', METRICS_TOKEN: 'short', TZ_BUSINESS: 'x' },
      'zh',
    )
    expect(problems.split('\n')).toEqual([
      '配置有 6 个问题：',
      '  PORT：应为 0 至 65535 的整数',
      '  STORAGE_URL：应为以 file:, s3: 开头的地址',
      '  DEMO：可选值：0, 1, true, false',
      '  TZ_BUSINESS：不是时区，例如 Asia/Shanghai',
      '  METRICS_TOKEN：应有 8 至 512 个字符',
      '  ADMIN_USER, ADMIN_PASSWORD：两者必须同时设置',
    ])
  })

  test('Show no value in an error, because it may be a secret', () => {
    expect(problemsOf({ METRICS_TOKEN: 'geheim', DATABASE_URL: 'http://user:geheim@host' })).not.toContain('geheim')
  })
})

test('Require a way to send codes, and a TLS proxy before a public address, in production', () => {
  const production = { NODE_ENV: 'production', SMS_WEBHOOK_URL: 'https://sms.example/send' }
  expect(readConfig(production).smsWebhookUrl).toBe('https://sms.example/send')
  expect(readConfig({ ...production, HOST: '0.0.0.0', TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('SMS_WEBHOOK_URL: is needed')
  expect(() => readConfig({ ...production, HOST: '0.0.0.0' })).toThrow('TRUST_PROXY: is needed')
  expect(readConfig({ HOST: '0.0.0.0' }).passwordPolicy).toBe('documented')
  expect(() => readConfig({ PASSWORD_POLICY: 'none' })).toThrow('PASSWORD_POLICY: must be one of documented, nist')
})
