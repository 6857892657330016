package oncekeepserror

import "sync"

// A fault is an error with a kind.
type fault interface {
	error
	Kind() string
}

type pool struct{ size int }

var (
	poolOnce sync.Once
	thePool  *pool
)

func openPool(dsn string, open func(string) (int, fault)) (*pool, fault) {
	var failed fault
	poolOnce.Do(func() { // want `a failure of the first call is lost for the next ones: failed is a variable of one call`
		size, err := open(dsn)
		if err != nil {
			failed = err
			return
		}
		thePool = &pool{size}
	})
	if failed != nil {
		return nil, failed
	}
	return thePool, nil
}
