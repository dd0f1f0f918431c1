// Values that the example requests of several areas send.

export const firstPage = { page: 1, size: 20 }

/** The filters of the device list, as its screen sends them. */
export const deviceFilters = {
  companyId: 2,
  clientId: '',
  accountId: '',
  siteId: '',
  type: 'T20',
  state: 'normal',
  repairTimes: null,
  serial: '',
}

export const tanker = {
  tankerNumber: 'GC-2031',
  licenseNumber: '苏A23016',
  checkedOrg: '长宁石化运输',
  contactName: '孙立',
  phone: '13912345681',
}

/** The types of files that calls return. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
