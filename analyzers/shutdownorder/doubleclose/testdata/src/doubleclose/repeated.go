package doubleclose

import (
	"net/http"
	"sync"
)

// Each of the goroutines closes the one channel.
func merge(ins ...<-chan int) <-chan int {
	out := make(chan int)
	for _, in := range ins {
		go func() {
			defer close(out) // want `the second close panics: each goroutine that the loop at line 11 starts closes out`
			for v := range in {
				out <- v
			}
		}()
	}
	return out
}

type admin struct {
	drain chan struct{}
	quit  chan struct{}
	mu    sync.Mutex
	gone  bool
	once  sync.Once
}

func (a *admin) mux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /drain", func(w http.ResponseWriter, r *http.Request) {
		close(a.drain) // want `the second request panics: the handler closes a\.drain each time`
		w.WriteHeader(http.StatusAccepted)
	})
	mux.HandleFunc("POST /quit", a.stop)
	return mux
}

func (a *admin) stop(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	close(a.quit) // want `the second request panics: the handler closes a\.quit each time`
}
