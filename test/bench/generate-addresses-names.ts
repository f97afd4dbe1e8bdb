/** Lists common names of Vietnamese streets: people, places, dates, deeds. */
export const STREET_NAMES: readonly string[] = `
Lê Lợi|Trần Hưng Đạo|Nguyễn Huệ|Hai Bà Trưng|Lý Thường Kiệt|Điện Biên Phủ|Quang Trung|Nguyễn Trãi|Lê Duẩn|Hùng Vương
Phan Chu Trinh|Phan Bội Châu|Ngô Quyền|Lý Thái Tổ|Trần Phú|Nguyễn Thị Minh Khai|Lê Hồng Phong|Hoàng Văn Thụ|Nguyễn Văn Cừ|Hà Huy Tập
Võ Thị Sáu|Nguyễn Du|Nguyễn Đình Chiểu|Bà Triệu|Đinh Tiên Hoàng|Lê Thánh Tôn|Lê Lai|Lê Hoàn|Trần Nhân Tông|Trần Quang Khải
Trần Quốc Toản|Trần Quốc Tuấn|Trần Nhật Duật|Trần Khánh Dư|Phạm Ngũ Lão|Yết Kiêu|Dã Tượng|Bạch Đằng|Chi Lăng|Đống Đa
Cách Mạng Tháng Tám|Ba Tháng Hai|Ba Mươi Tháng Tư|Mười Chín Tháng Năm|Hai Tháng Chín|Xô Viết Nghệ Tĩnh|Nam Kỳ Khởi Nghĩa|Giải Phóng|Thống Nhất|Độc Lập
Nguyễn Văn Linh|Võ Nguyên Giáp|Phạm Văn Đồng|Võ Văn Kiệt|Trường Chinh|Lê Đức Thọ|Tôn Đức Thắng|Nguyễn Hữu Thọ|Hồ Tùng Mậu|Nguyễn Lương Bằng
Nguyễn Chí Thanh|Văn Tiến Dũng|Hoàng Văn Thái|Lê Trọng Tấn|Song Hào|Chu Huy Mân|Trần Đại Nghĩa|Nguyễn Sơn|Nguyễn Bình|Hoàng Sâm
Nguyễn Công Trứ|Nguyễn Khuyến|Tú Xương|Tản Đà|Cao Bá Quát|Hồ Xuân Hương|Bà Huyện Thanh Quan|Đoàn Thị Điểm|Nguyễn Gia Thiều|Đặng Trần Côn
Nguyễn Bỉnh Khiêm|Lương Thế Vinh|Chu Văn An|Lê Quý Đôn|Mạc Đĩnh Chi|Nguyễn Hiền|Phùng Khắc Khoan|Lê Văn Hưu|Ngô Sĩ Liên|Phan Huy Chú
Phan Huy Ích|Ngô Thì Nhậm|Ngô Thì Sĩ|Nguyễn Thiếp|Bùi Thị Xuân|Trần Quang Diệu|Võ Văn Dũng|Đặng Tiến Đông|Nguyễn Nhạc|Nguyễn Lữ
Nguyễn Thái Học|Nguyễn Khắc Nhu|Phó Đức Chính|Ký Con|Hoàng Hoa Thám|Đề Thám|Phan Đình Phùng|Cao Thắng|Nguyễn Thiện Thuật|Đinh Công Tráng
Tôn Thất Thuyết|Tôn Thất Tùng|Tôn Thất Đạm|Hàm Nghi|Duy Tân|Thành Thái|Trần Cao Vân|Thái Phiên|Trương Định|Nguyễn Trung Trực
Thủ Khoa Huân|Nguyễn Hữu Huân|Trương Công Định|Huỳnh Thúc Kháng|Phan Thanh Giản|Phan Văn Trị|Nguyễn Thông|Bùi Hữu Nghĩa|Huỳnh Mẫn Đạt|Nguyễn Hữu Cảnh
Lê Văn Sỹ|Lê Văn Duyệt|Nguyễn Văn Thoại|Thoại Ngọc Hầu|Nguyễn Cư Trinh|Mạc Cửu|Mạc Thiên Tích|Nguyễn Hoàng|Đào Duy Từ|Nguyễn Phúc Nguyên
Trịnh Hoài Đức|Lê Quang Định|Ngô Nhân Tịnh|Võ Trường Toản|Nguyễn Tri Phương|Hoàng Diệu|Ông Ích Khiêm|Phạm Phú Thứ|Đặng Huy Trứ|Nguyễn Trường Tộ
Lương Văn Can|Đào Duy Anh|Nguyễn Quyền|Dương Bá Trạc|Hoàng Tăng Bí|Trần Quý Cáp|Đông Du|Đông Kinh Nghĩa Thục|Tăng Bạt Hổ|Lương Ngọc Quyến
Trịnh Văn Cấn|Đội Cấn|Đội Cung|Nguyễn An Ninh|Tô Hiến Thành|Tô Hiệu|Tô Vĩnh Diện|Phan Đình Giót|Bế Văn Đàn|La Văn Cầu
Cù Chính Lan|Nguyễn Viết Xuân|Nguyễn Văn Trỗi|Lê Thị Riêng|Lý Tự Trọng|Kim Đồng|Lê Văn Tám|Trần Văn Ơn|Võ Văn Tần|Nguyễn Thị Định
Nguyễn Thị Thập|Út Tịch|Mẹ Suốt|Phan Thị Ràng|Lê Thị Hồng Gấm|Trần Thị Lý|Mạc Thị Bưởi|Hoàng Ngân|Nguyễn Phong Sắc|Trần Đăng Ninh
Phùng Hưng|Mai Hắc Đế|Mai Thúc Loan|Triệu Quang Phục|Triệu Việt Vương|Lý Nam Đế|Lý Bôn|Khúc Thừa Dụ|Khúc Hạo|Dương Đình Nghệ
Đinh Bộ Lĩnh|Đinh Liệt|Lê Đại Hành|Vạn Hạnh|Lý Công Uẩn|Lý Thánh Tông|Lý Nhân Tông|Ỷ Lan|Lê Phụng Hiểu|Tông Đản
Trần Thủ Độ|Trần Bình Trọng|Trần Khát Chân|Trần Nguyên Hãn|Trần Nguyên Đán|Trương Hán Siêu|Phạm Sư Mạnh|Nguyễn Trung Ngạn|Đặng Dung|Đặng Tất
Nguyễn Cảnh Chân|Nguyễn Cảnh Dị|Nguyễn Biểu|Lê Ngân|Lê Sát|Lê Thạch|Lê Thánh Tông|Lê Nhân Tông|Lê Lư|Nguyễn Xí
Phạm Văn Xảo|Lưu Nhân Chú|Bùi Bị|Trần Lựu|Đinh Lễ|Nguyễn Chích|Thân Nhân Trung|Thân Cảnh Phúc|Đỗ Nhuận|Lương Đắc Bằng
Phùng Chí Kiên|Nguyễn Đức Cảnh|Trịnh Đình Cửu|Ngô Gia Tự|Nguyễn Văn Tạo|Trần Văn Giàu|Trần Bạch Đằng|Huỳnh Tấn Phát|Phạm Hùng|Nguyễn Văn Tiết
Lê Văn Lương|Lê Văn Khương|Lê Văn Thọ|Lê Văn Việt|Lê Văn Chí|Lê Văn Quới|Lê Đình Cẩn|Lê Đức Anh|Lê Quang Đạo|Lê Quang Sung
Lê Bình|Lê Anh Xuân|Lê Minh Xuân|Lê Ngọc Hân|Lê Tấn Quốc|Lê Thanh Nghị|Lê Thiệt|Lê Thị Hoa|Lê Trực|Lê Vĩnh Huy
Nguyễn Ái Quốc|Nguyễn Tất Thành|Nguyễn Sinh Cung|Nguyễn Sinh Sắc|Nguyễn Hữu Tiến|Nguyễn Hữu Trí|Nguyễn Hữu Dật|Nguyễn Huy Tưởng|Nguyễn Huy Lượng|Nguyễn Khang
Nguyễn Khoái|Nguyễn Khánh Toàn|Nguyễn Kim|Nguyễn Kiệm|Nguyễn Lâm|Nguyễn Lương Thiện|Nguyễn Ngọc Nại|Nguyễn Ngọc Vũ|Nguyễn Oanh|Nguyễn Phi Khanh
Nguyễn Phúc Chu|Nguyễn Phúc Lai|Nguyễn Quý Đức|Nguyễn Siêu|Nguyễn Thái Bình|Nguyễn Thái Sơn|Nguyễn Thần Hiến|Nguyễn Thượng Hiền|Nguyễn Tiểu La|Nguyễn Trọng Tuyển
Nguyễn Tuân|Nguyễn Tư Giản|Nguyễn Văn Bảo|Nguyễn Văn Côn|Nguyễn Văn Công|Nguyễn Văn Đậu|Nguyễn Văn Giai|Nguyễn Văn Huyên|Nguyễn Văn Lượng|Nguyễn Văn Nghi
Nguyễn Văn Quá|Nguyễn Văn Quỳ|Nguyễn Văn Săng|Nguyễn Văn Tố|Nguyễn Văn Trác|Nguyễn Văn Vĩnh|Nguyễn Xiển|Nguyễn Xuân Khoát|Nguyễn Xuân Linh|Nguyễn Xuân Nguyên
Phạm Đình Hổ|Phạm Hồng Thái|Phạm Hữu Chí|Phạm Ngọc Thạch|Phạm Thận Duật|Phạm Thế Hiển|Phạm Tuấn Tài|Phạm Văn Chiêu|Phạm Văn Hai|Phạm Viết Chánh
Phan Đăng Lưu|Phan Kế Bính|Phan Kiệm|Phan Phu Tiên|Phan Tây Hồ|Phan Văn Hân|Phan Xích Long|Hồ Biểu Chánh|Hồ Đắc Di|Hồ Học Lãm
Hồ Thị Kỷ|Hồ Văn Huê|Hồ Ngọc Lãm|Hoàng Cầu|Hoàng Đạo Thúy|Hoàng Liên|Hoàng Quốc Việt|Hoàng Minh Giám|Hoàng Ngọc Phách|Hoàng Như Tiếp
Đặng Thai Mai|Đặng Thùy Trâm|Đặng Văn Ngữ|Đặng Nguyên Cẩn|Đặng Như Lâm|Đào Cam Mộc|Đào Nguyên Phổ|Đào Sư Tích|Đào Tấn|Đào Trí
Đỗ Đức Dục|Đỗ Hành|Đỗ Ngọc Thạnh|Đỗ Quang|Đỗ Quang Đẩu|Đỗ Tấn Phong|Đỗ Xuân Hợp|Dương Đức Hiền|Dương Khuê|Dương Quảng Hàm
Dương Văn Bé|Dương Văn Dương|Dương Văn An|Bùi Bằng Đoàn|Bùi Đình Túy|Bùi Huy Bích|Bùi Ngọc Dương|Bùi Quang Là|Bùi Viện|Bùi Xương Trạch
Cao Đạt|Cao Lỗ|Cao Văn Lầu|Châu Văn Liêm|Châu Thượng Văn|Chế Lan Viên|Xuân Diệu|Huy Cận|Tố Hữu|Hàn Mặc Tử
Hải Thượng Lãn Ông|Tuệ Tĩnh|Yersin|Pasteur|Alexandre de Rhodes|An Dương Vương|Âu Cơ|Lạc Long Quân|Kinh Dương Vương|Thánh Gióng
Hồng Bàng|Hồng Hà|Hồng Lĩnh|Hoàng Sa|Trường Sa|Tràng Tiền|Tràng Thi|Hàng Bông|Hàng Gai|Hàng Ngang
Cầu Giấy|Cầu Diễn|Cầu Gỗ|Chùa Bộc|Chùa Láng|Chùa Hà|Láng Hạ|Giảng Võ|Kim Mã|Đê La Thành
Khâm Thiên|Tây Sơn|Thái Hà|Thái Thịnh|Tam Trinh|Minh Khai|Kim Ngưu|Lò Đúc|Phố Huế|Trương Công Giai
Tân Hải|Tân Kỳ Tân Quý|Tân Hương|Tân Sơn|Bình Long|Bình Phú|Bình Thới|Lũy Bán Bích|Lạc Trung|Lãnh Binh Thăng
Tên Lửa|Vành Đai Trong|Bà Hạt|Bà Hom|Bến Vân Đồn|Bến Chương Dương|Bến Bình Đông|Đồng Khởi|Đồng Đen|Cống Quỳnh
Ấp Bắc|Tạ Quang Bửu|Tạ Uyên|Tăng Nhơn Phú|Thép Mới|Thích Quảng Đức|Thạch Lam|Thạch Thị Thanh|Thân Văn Nhiếp|Thi Sách
Tô Ký|Tô Ngọc Vân|Trần Bá Giao|Trần Huy Liệu|Trần Não|Trần Kế Xương|Trần Mai Ninh|Trần Thái Tông|Trần Tế Xương|Trần Văn Dư
Trần Văn Khánh|Trần Văn Kiểu|Trần Xuân Soạn|Trịnh Công Sơn|Trịnh Đình Thảo|Trịnh Hoài|Trương Phước Phan|Trương Vĩnh Ký|Trương Quyền|Tự Do
Ung Văn Khiêm|Văn Cao|Văn Cao Sơn|Vân Đồn|Vạn Kiếp|Vạn Phúc|Vạn Xuân|Võ Chí Công|Võ Duy Ninh|Võ Thành Trang
Võ Văn Ngân|Võ Văn Hát|Vũ Huy Tấn|Vũ Ngọc Phan|Vũ Tông Phan|Vũ Trọng Phụng|Vũ Phạm Hàm|Xóm Chiếu|Xuân Thủy|Xuân La
Yên Phụ|Yên Hòa|Yên Lãng|Yên Bái|Y Jút|Y Ngông|Ama Khê|A Sanh|Đinh Núp|Nơ Trang Long`
  .trim()
  .split(/[|\n]/);

/** Lists names of hamlets and quarters, as country addresses have them in place of a street. */
export const HAMLET_NAMES: readonly string[] = `
Thôn Đông|Thôn Đoài|Thôn Trung|Thôn Thượng|Thôn Hạ|Thôn Phú Lộc|Thôn An Bình|Thôn Tân Lập|Thôn Vĩnh Phú|Thôn Đại Đồng
Thôn Quyết Thắng|Thôn Đoàn Kết|Thôn Hòa Bình|Thôn Phước Thiện|Thôn Mỹ Hòa|Thôn Xuân Lai|Thôn Yên Thịnh|Thôn Cẩm La|Ấp Tân Thuận|Ấp Bình Hòa
Ấp Long Thạnh|Ấp Vĩnh Lợi|Ấp Thạnh Phú|Ấp Mỹ Thuận|Ấp Phú Hữu|Ấp Tân Phước|Ấp An Hòa|Ấp Hậu Giang|Xóm Đình|Xóm Chùa
Xóm Giữa|Xóm Mới|Khu Phố Tây|Khối Phố Bình An|Tiểu Khu Một|Bản Nà Lốc`
  .trim()
  .split(/[|\n]/);
