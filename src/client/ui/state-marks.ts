import type { Chart, Point, Series, SVGElement } from 'highcharts'
import type { DeviceState } from '#shared/devices.ts'
import { stateShapes } from './state-shapes.ts'

const box = 12
type Item = (Point | Series) & { legendItem?: { symbol?: SVGElement; group?: SVGElement } }

const stateOf = (item: Item): DeviceState | undefined => item.options.custom?.state

/**
 * Replace the squares of a legend by the marks that the states have everywhere else; for a series or slice that names
 * its state in `custom`. The library colours a mark anew when it is switched off, so this follows each drawing.
 */
export function drawStateMarks(this: Chart): void {
  for (const item of this.legend.allItems as Item[]) {
    const state = stateOf(item)
    const { symbol, group } = item.legendItem ?? {}
    if (!state || !item.legendItem || !symbol || !group) continue
    const { d, width, dash } = stateShapes[state]
    const colour = item.visible ? item.color : this.legend.options.navigation?.inactiveColor
    if (symbol.element.nodeName === 'rect') {
      const [x, y, size] = ['x', 'y', 'height'].map((name) => Number(symbol.attr(name)))
      symbol.destroy()
      item.legendItem.symbol = this.renderer
        .path()
        .attr({ d, translateX: x, translateY: (y ?? 0) + ((size ?? box) - box) / 2 })
        .add(group)
    }
    item.legendItem.symbol?.attr({
      fill: width ? 'none' : colour,
      stroke: width ? colour : 'none',
      'stroke-width': width ?? 0,
      ...(dash ? { 'stroke-dasharray': dash } : {}),
    })
  }
}
