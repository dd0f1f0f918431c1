import { emptyForm, type WizardForm } from './wizard-form.ts'

/**
 * A form stored in this browser because the server does not have it yet. `rowVersion` = the version of the row it began
 * with.
 */
export type WizardDraft = { form: WizardForm; page: number; rowVersion: number | null; at: string }

const prefix = 'wizard_draft'
const tabKey = 'wizard_tab'
/** Drafts older than this are deleted, because their authors have most likely forgotten them. */
const longestDays = 90
const millisecondsOfDay = 86_400_000

let open: string | null = null
let isHidden = false
/**
 * Return the id of this tab: two tabs with the same project must not overwrite each other, and a reload must find its
 * own draft. The browser copies sessionStorage into a duplicate of the tab, so the id is in it only between two pages.
 */
function tab(): string {
  const id = open ?? sessionStorage.getItem(tabKey) ?? Math.random().toString(36).slice(2)
  if (!isHidden) {
    open = id
    sessionStorage.removeItem(tabKey)
  }
  return id
}
/** The page is closed or hidden: leave the id of its tab to the next page. */
export function storeTabId(): void {
  sessionStorage.setItem(tabKey, tab())
  open = null
  isHidden = true
}
/** The page is shown, for the first time or again: its tab's id is no longer for a next page. */
export function claimTabId(): void {
  isHidden = false
  tab()
}

const groupOf = (userId: number, projectId: number | null): string => `${prefix}.${userId}.${projectId ?? 'new'}.`
/** The key of this tab's draft. */
export const ownKey = (userId: number, projectId: number | null): string => groupOf(userId, projectId) + tab()

/** Parse a stored draft; null when it was written by an older version or another program. */
export function parseDraft(text: string | null): WizardDraft | null {
  try {
    const draft: Partial<WizardDraft> | null = JSON.parse(text ?? 'null')
    if (
      !draft?.form?.values ||
      !Array.isArray(draft.form.images ?? []) ||
      typeof draft.at !== 'string' ||
      Number.isNaN(Date.parse(draft.at))
    )
      return null
    const empty = emptyForm()
    const values = Object.fromEntries(
      Object.entries(empty.values).map(([name, value]) => {
        const kept: unknown = Object.entries(draft.form?.values ?? {}).find(([key]) => key === name)?.[1]
        return [name, typeof kept === 'string' ? kept : value]
      }),
    ) as WizardForm['values']
    const rowVersion = typeof draft.rowVersion === 'number' ? draft.rowVersion : null
    return { form: { ...empty, ...draft.form, values }, page: Number(draft.page) || 1, rowVersion, at: draft.at }
  } catch {
    return null
  }
}

const keysOf = (begin: string): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter((key) =>
    key.startsWith(begin),
  )

/**
 * Return the draft of this tab, else the newest that another tab or an earlier session left of the same project; this
 * tab then owns it. `held` = the keys of drafts whose forms are open in other tabs.
 */
export function loadDraft(
  userId: number,
  projectId: number | null,
  held: ReadonlySet<string>,
  now = Date.now(),
): WizardDraft | null {
  for (const key of keysOf(`${prefix}.`)) {
    const draft = parseDraft(localStorage.getItem(key))
    if (!draft || now - Date.parse(draft.at) > longestDays * millisecondsOfDay) localStorage.removeItem(key)
  }
  const own = ownKey(userId, projectId)
  const mine = parseDraft(localStorage.getItem(own))
  if (mine) return mine
  const found = keysOf(groupOf(userId, projectId))
    .filter((key) => !held.has(key))
    .flatMap((key) => {
      const draft = parseDraft(localStorage.getItem(key))
      return draft ? [{ key, draft }] : []
    })
    .sort((left, right) => right.draft.at.localeCompare(left.draft.at))[0]
  if (!found) return null
  localStorage.removeItem(found.key)
  storeDraft(userId, projectId, found.draft)
  return found.draft
}

/** Write the draft of this tab; return false when the browser does not store it. */
export function storeDraft(userId: number, projectId: number | null, draft: WizardDraft): boolean {
  try {
    localStorage.setItem(ownKey(userId, projectId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Whether another tab took the draft of this one, which this event of the browser tells. */
export const isTakenByOtherTab = (userId: number, projectId: number | null, { key, newValue }: StorageEvent): boolean =>
  key === ownKey(userId, projectId) && newValue === null

/** Delete the draft of this tab, because it was saved on the server or discarded. */
export const deleteDraft = (userId: number, projectId: number | null): void =>
  localStorage.removeItem(ownKey(userId, projectId))
