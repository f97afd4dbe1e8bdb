"""Makes five workbooks as people have them, by openpyxl: make-workbooks.py FOLDER."""
import sys
from datetime import date
from pathlib import Path

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

ROWS = [(at, f"{at} Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh", at * 1500.5, date(2026, 1, at)) for at in range(1, 21)]
HEADER = ("Mã", "Địa chỉ", "Số tiền", "Ngày")


def book(title=None):
    made = Workbook()
    sheet = made.active
    sheet.title = "Khách hàng"
    if title:
        sheet.append([title])
        sheet.merge_cells("A1:D1")
    sheet.append(HEADER)
    for row in ROWS:
        sheet.append(row)
    return made, sheet


def plain():
    made, sheet = book()
    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="DDEBF7")
    sheet.column_dimensions["B"].width = 60
    return made


def titled():
    made, sheet = book("DANH SÁCH KHÁCH HÀNG NĂM 2026")
    sheet["A1"].alignment = Alignment(horizontal="center")
    side = Side(style="thin")
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.border = Border(left=side, right=side, top=side, bottom=side)
    sheet.print_area = "A1:D22"
    sheet.print_title_rows = "1:2"
    return made


def filtered():
    made, sheet = book()
    sheet.auto_filter.ref = "A1:D21"
    sheet.column_dimensions["C"].hidden = True
    sheet.row_dimensions[5].hidden = True
    sheet.row_dimensions[3].height = 40
    choice = DataValidation(type="list", formula1='"1,2,3"', allow_blank=True)
    sheet.add_data_validation(choice)
    choice.add("A2:A21")
    sheet["B2"].comment = Comment("gọi trước", "An")
    return made


def calculated():
    made, sheet = book()
    sheet["A22"] = "Tổng cộng"
    sheet["C22"] = "=SUM(C2:C21)"
    sheet.conditional_formatting.add("C2:C21", CellIsRule(operator="greaterThan", formula=["9000"], fill=PatternFill(bgColor="FFC7CE")))
    other = made.create_sheet("Tổng hợp")
    other["A1"] = "='Khách hàng'!C22"
    other["A2"] = "=COUNTA('Khách hàng'!B2:B21)"
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=21), titles_from_data=True)
    other.add_chart(chart, "C2")
    return made


def tabled():
    made, sheet = book()
    sheet.add_table(Table(displayName="Khach", ref="A1:D21"))
    hidden = made.create_sheet("Ẩn")
    hidden["A1"] = "x"
    hidden.sheet_state = "hidden"
    sheet["B3"].hyperlink = "https://example.invalid/"
    return made


folder = Path(sys.argv[1])
for make in (plain, titled, filtered, calculated, tabled):
    make().save(folder / f"{make.__name__}.xlsx")
