package check

import "testing"

func TestStandsIn(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		"/srv/event/fake_log_writer.go":    true,
		"/srv/executive/test_executive.go": true,
		"/srv/store_mock.go":               true,
		"/srv/fake.go":                     false,
		"/srv/latest_run.go":               false,
		"/srv/speed_test_runner.go":        false,
		"/mock_srv/store.go":               false,
	} {
		if got := standsIn(file); got != want {
			t.Errorf("standsIn(%s) = %t, want %t", file, got, want)
		}
	}
}
