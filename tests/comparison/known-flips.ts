/**
 * The tasks that flip between gpt-4.1 and its fine-tune in tau2-bench, counted from the data independently of
 * this code, with jq and Python. `of` is how many tasks each passes.
 */
export const knownFlips: Record<
  'airline' | 'telecom',
  { of: [a: number, b: number]; same: number; improved: string[]; regressed: string[] }
> = {
  airline: { of: [10, 13], same: 11, improved: ['2', '24', '26', '37', '44', '48'], regressed: ['18', '29', '45'] },
  telecom: {
    of: [18, 30],
    same: 28,
    improved: [
      '[mobile_data_issue]data_saver_mode_on|user_abroad_roaming_enabled_off[PERSONA:Easy]',
      '[mobile_data_issue]bad_network_preference|bad_vpn|data_mode_off|data_saver_mode_on|data_usage_exceeded|user_abroad_roaming_enabled_off[PERSONA:Easy]',
      '[mobile_data_issue]airplane_mode_on|bad_network_preference|bad_vpn|data_mode_off|data_saver_mode_on|data_usage_exceeded|user_abroad_roaming_enabled_off[PERSONA:Easy]',
      '[service_issue]break_apn_settings|lock_sim_card_pin[PERSONA:None]',
      '[service_issue]contract_end_suspension|unseat_sim_card[PERSONA:Hard]',
      '[service_issue]airplane_mode_on|break_apn_settings|contract_end_suspension|lock_sim_card_pin[PERSONA:None]',
      '[mms_issue]bad_network_preference|data_mode_off|user_abroad_roaming_disabled_on[PERSONA:None]',
      '[mms_issue]bad_network_preference|break_app_sms_permission|user_abroad_roaming_disabled_on[PERSONA:Hard]',
      '[mms_issue]airplane_mode_on|bad_wifi_calling|break_app_both_permissions|data_mode_off|data_usage_exceeded|unseat_sim_card|user_abroad_roaming_enabled_off[PERSONA:None]',
      '[mms_issue]airplane_mode_on|bad_network_preference|bad_wifi_calling|break_apn_mms_setting|break_app_sms_permission|data_mode_off|data_usage_exceeded|unseat_sim_card|user_abroad_roaming_disabled_on[PERSONA:None]',
      '[mms_issue]airplane_mode_on|bad_network_preference|bad_wifi_calling|break_apn_mms_setting|break_app_both_permissions|unseat_sim_card|user_abroad_roaming_enabled_off[PERSONA:Hard]',
      '[mms_issue]airplane_mode_on|bad_network_preference|bad_wifi_calling|break_apn_mms_setting|break_app_storage_permission|data_mode_off|data_usage_exceeded|unseat_sim_card|user_abroad_roaming_disabled_on[PERSONA:Easy]',
    ],
    regressed: [],
  },
}
