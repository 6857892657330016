package checkthenact

import (
	"sync"
	"time"
)

var hits sync.Map

func hit(page string) {
	v, _ := hits.Load(page)
	n, _ := v.(int)
	hits.Store(page, n+1) // want `update of another goroutine may be lost: hits\.Store stores what is computed from the value at line 11, and another goroutine may have stored since`
}

func mark(user string, at time.Time) {
	var seen []time.Time
	if v, ok := hits.Load(user); ok {
		seen = v.([]time.Time)
	}
	seen = append(seen, at)
	hits.Store(user, seen) // want `hits\.Store stores what is computed from the value at line 18`
}

// A store that counts.
type Counters interface {
	Get(key string) (any, bool)
	Set(key string, value any, ttl time.Duration)
	Increment(key string, by int64) error
}

func failed(c Counters, addr string) {
	if _, ok := c.Get(addr); !ok {
		c.Set(addr, int64(0), time.Minute) // want `c\.Set stores because of the test at line 33`
	}
	_ = c.Increment(addr, 1)
}
