package driver

import (
	"testing"
	"time"
)

func TestExpiry(t *testing.T) {
	t.Parallel()
	day := func(month time.Month, d int) time.Time { return time.Date(2027, month, d, 0, 0, 0, 0, time.UTC) }
	untils := []time.Time{day(1, 31), day(3, 31), day(2, 28)}
	for _, c := range []struct {
		now  time.Time
		want string
	}{
		{day(1, 31), ""},
		{day(2, 1), "2027-02-01"},
		{day(2, 27), "2027-02-01"},
		{day(3, 1), "2027-03-01"},
		{day(3, 31), "2027-03-01"},
		{day(12, 24), "2027-04-01"},
	} {
		if got := expiry(untils, c.now); got != c.want {
			t.Errorf("on %s: %q, want %q", c.now.Format(time.DateOnly), got, c.want)
		}
	}
	if got := expiry(nil, day(1, 1)); got != "" {
		t.Errorf("without directives: %q", got)
	}
}
