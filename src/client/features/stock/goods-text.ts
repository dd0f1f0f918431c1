import { formatNumber, language } from '#client/i18n.ts'

/** Format goods with their numbers: 风扇 ×4 个、算力板 ×3 块 */
export const goodsText = (goods: readonly { name: string; number: number; unit: string | null }[]): string =>
  goods
    .map(({ name, number, unit }) => `${name} ×${formatNumber(number)}${unit ? ` ${unit}` : ''}`)
    .join(language === 'zh' ? '、' : ', ')
