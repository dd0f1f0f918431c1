import { defineWords } from './define.ts'

/** The plan of a store. */
export const wizardPlan = defineWords(
  {
    'plan.title': '平面图',
    'plan.name': '冷库平面图，按比例绘制',
    'plan.store': '冷库 {{length}} × {{width}} m',
    'plan.storeHigh': '冷库 {{length}} × {{width}} × {{height}} m',
    'plan.room': '回笼间 {{length}} × {{width}} × {{height}} m',
    'plan.roomShort': '回笼间',
    'plan.storeShort': '冷库',
    'plan.door': '门{{door}}：{{width}} × {{height}} m，{{state}}',
    'plan.doorDeep': '门{{door}}：{{width}} × {{height}} m，墙深 {{depth}} m，{{state}}',
    'plan.noDoors': '尚未填写门的尺寸',
    'plan.schematic': '尺寸按比例，门在墙上的位置为示意',
    'plan.doorsTooWide': '门的总宽 {{doors}} m 超过所在墙长 {{wall}} m',
    'plan.empty': '填写冷库长度和宽度后显示平面图',
  },
  {
    'plan.title': 'Plan',
    'plan.name': 'Plan of the store, to scale',
    'plan.store': 'Store {{length}} × {{width}} m',
    'plan.storeHigh': 'Store {{length}} × {{width}} × {{height}} m',
    'plan.room': 'Re-entry room {{length}} × {{width}} × {{height}} m',
    'plan.roomShort': 'Re-entry room',
    'plan.storeShort': 'Store',
    'plan.door': 'Door {{door}}: {{width}} × {{height}} m, {{state}}',
    'plan.doorDeep': 'Door {{door}}: {{width}} × {{height}} m, wall {{depth}} m deep, {{state}}',
    'plan.noDoors': 'No door sizes yet',
    'plan.schematic': 'Sizes are to scale; where the doors stand along the wall is schematic',
    'plan.doorsTooWide': 'The doors together are {{doors}} m wide, their wall only {{wall}} m',
    'plan.empty': 'Enter the length and width of the store to see its plan',
  },
)
