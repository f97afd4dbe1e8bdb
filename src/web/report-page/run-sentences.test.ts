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
});
