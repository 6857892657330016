package waitunderlock

import (
	"io"
	"net/http"
	"sync"
	"time"
)

type forecast struct {
	mu   sync.Mutex
	text []byte
	at   time.Time
	hc   *http.Client
}

func (f *forecast) load(url string) ([]byte, error) {
	resp, err := f.hc.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

// Calls that need nothing from the other machine wait for the one that does.
func (f *forecast) Text(url string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.at) > time.Hour {
		text, err := f.load(url) // want `another call of forecast.Text blocks for as long as the other machine takes to respond to f.load: .*low confidence`
		if err != nil {
			return nil, err
		}
		f.text, f.at = text, time.Now()
	}
	return f.text, nil
}
