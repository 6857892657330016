package mixedatomic

import "sync/atomic"

type visits struct{ requests, errors int64 }

// The number of errors is written after that of the requests.
func (t *visits) observe(err error) {
	atomic.AddInt64(&t.requests, 1)
	if err != nil {
		atomic.AddInt64(&t.errors, 1)
	}
}

func (t *visits) errorRate() float64 {
	total := atomic.LoadInt64(&t.requests)
	if total == 0 {
		return 0
	}
	return float64(t.errors) / float64(total) // want `data race: t\.errors is read without an atomic operation, and accessed atomically at line 11`
}
