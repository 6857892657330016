package stopneversignalled

import (
	"context"
	"net/http"
	"time"
)

type prober struct {
	url    string
	client *http.Client
	cancel context.CancelFunc
}

// The error of NewRequest depends on the URL, and is no exit of the loop.
func newProber(url string) *prober {
	ctx, cancel := context.WithCancel(context.Background())
	p := &prober{url: url, client: &http.Client{Timeout: time.Second}, cancel: cancel}
	go p.run(ctx)
	return p
}

func (p *prober) run(ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done(): // want `goroutine started at line 19 cannot be stopped: it returns only after a stop signal, and nothing cancels the context of ctx\.Done\(\)`
			return
		case <-t.C:
			req, err := http.NewRequest(http.MethodHead, p.url, nil)
			if err != nil {
				return
			}
			if resp, err := p.client.Do(req.WithContext(ctx)); err == nil {
				resp.Body.Close()
			}
		}
	}
}

func (p *prober) Close() { p.client.CloseIdleConnections() }
