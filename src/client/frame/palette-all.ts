import { formatNumber, type useWord } from '#client/i18n.ts'
import type { Page } from '#shared/paging.ts'
import type { PaletteItem } from './palette-match.ts'

/** Return the link to all results, if the palette shows only the first ones. */
export const allOf = (
  path: string,
  page: Page<unknown> | undefined,
  shown: number,
  say: ReturnType<typeof useWord>,
): PaletteItem[] =>
  page && page.totalCount > shown
    ? [
        {
          path,
          label: say('palette.showAll', { count: `${formatNumber(page.totalCount)}${page.totalCapped ? '+' : ''}` }),
        },
      ]
    : []
