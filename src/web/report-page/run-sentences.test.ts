import { describe, expect, it } from 'vitest';
import { runSentence } from './run-sentences.ts';

describe('a sentence of a run', () => {
  it('keeps what the run wrote into it; levels have their names', () => {
    const text = 'positions are read from "vĩ độ" and "y", which an earlier run wrote';
    expect(runSentence(text, 'vi')).toEqual({
      text: 'vị trí được đọc từ "vĩ độ" và "y", do một lần chạy trước ghi',
      language: 'vi',
    });
    const level = 'not in any tour: its position stands for a whole ward, and min_level is house';
    expect(runSentence(level, 'vi').text).toBe(
      'không thuộc chuyến nào: vị trí chỉ đại diện cho cả cấp phường/xã, còn min_level là số nhà',
    );
  });

  it('stays as it is in English, and is marked as English where it has no Vietnamese', () => {
    expect(runSentence('no match', 'en')).toEqual({ text: 'no match', language: 'en' });
    expect(runSentence('the disk is full', 'vi')).toEqual({ text: 'the disk is full', language: 'en' });
  });

  it('has its parts translated, one in another', () => {
    const said = (english: string) => runSentence(english, 'vi').text;
    expect(said('geocodeForward: the service failed with HTTP 503. Tried 3 times.')).toBe(
      'geocodeForward: dịch vụ gặp lỗi HTTP 503. Đã thử 3 lần.',
    );
    expect(said('the latitude "abc" is not a number; it closes before the departure')).toBe(
      'vĩ độ "abc" không phải là số; đóng cửa trước giờ khởi hành',
    );
    expect(said('columns without a name are called a, b, c and 7 more')).toBe(
      'các cột không tên được gọi là a, b, c và 7 mục khác',
    );
    expect(said('place: the response of the service has 2 stops; 3 were sent.')).toBe(
      'place: phản hồi của dịch vụ có 2 điểm dừng; đã gửi 3.',
    );
  });

  it('stays English as a whole where a part that must be known is not', () => {
    const text = 'place: the moon is not known; it closes before the departure';
    expect(runSentence(text, 'vi')).toEqual({ text, language: 'en' });
  });

  it('keeps names of the input that are words of sentences', () => {
    expect(runSentence('addresses are read as "ward"', 'vi').text).toBe('địa chỉ được đọc từ "ward"');
  });
});
