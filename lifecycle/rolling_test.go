//go:build unix

package lifecycle

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// balancer is a reverse proxy that spreads requests over its backends, and knows
// of their state only what /readyz says, as a load balancer does.
type balancer struct {
	turn     atomic.Uint64
	mu       sync.RWMutex
	backends []*backend
}

type backend struct {
	url   string
	proxy http.Handler
	ready atomic.Bool
	stop  chan struct{}
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.RLock()
	var ready []http.Handler
	for _, be := range b.backends {
		if be.ready.Load() {
			ready = append(ready, be.proxy)
		}
	}
	b.mu.RUnlock()
	if len(ready) == 0 {
		http.Error(w, "no backend is ready", http.StatusServiceUnavailable)
		return
	}
	ready[b.turn.Add(1)%uint64(len(ready))].ServeHTTP(w, r)
}

// add polls the backend from now on, and returns once it is ready.
func (b *balancer) add(t *testing.T, addr string) *backend {
	target, err := url.Parse("http://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	transport := NewTransport()
	transport.MaxIdleConnsPerHost = 32
	proxy.Transport = transport
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
	be := &backend{url: target.String(), proxy: proxy, stop: make(chan struct{})}
	ready := make(chan struct{})
	go be.poll(sync.OnceFunc(func() { close(ready) }))
	<-ready
	b.mu.Lock()
	b.backends = append(b.backends, be)
	b.mu.Unlock()
	return be
}

func (b *balancer) remove(be *backend) {
	close(be.stop)
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.backends {
		if b.backends[i] == be {
			b.backends = append(b.backends[:i:i], b.backends[i+1:]...)
			return
		}
	}
}

func (be *backend) poll(ready func()) {
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		resp, err := client.Get(be.url + "/readyz")
		ok := err == nil && resp.StatusCode == http.StatusOK
		if err == nil {
			resp.Body.Close()
		}
		be.ready.Store(ok)
		if ok {
			ready()
		}
		select {
		case <-be.stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// load sends requests over keep-alive connections until stop is closed. Every
// other one is a POST, which a transport must not repeat: one that meets a
// closing connection fails.
func load(url string, stop <-chan struct{}, sent *atomic.Int64, failed func(string)) {
	client := &http.Client{Transport: &http.Transport{}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	payload := bytes.Repeat([]byte("x"), 1<<10)
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-time.After(3 * time.Millisecond):
		}
		method, body := http.MethodGet, []byte(nil)
		if i%2 == 0 {
			method, body = http.MethodPost, payload
		}
		req, err := http.NewRequest(method, url, bytes.NewReader(body))
		if err != nil {
			failed(err.Error())
			return
		}
		sent.Add(1)
		resp, err := client.Do(req)
		if err != nil {
			failed(err.Error())
			continue
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || !bytes.Equal(got, body) {
			failed(fmt.Sprintf("%s: status %d, %d of %d bytes, error %v, %.80s", method, resp.StatusCode, len(got), len(body), err, got))
		}
	}
}

// Fifty deployments in a row under load: not one request fails.
func TestRollingRestarts(t *testing.T) {
	restarts := 50
	if testing.Short() {
		restarts = 5
	}
	var b balancer
	front := httptest.NewServer(&b)
	defer front.Close()
	proc := startChild(t, "rolling")
	current := b.add(t, proc.addr)

	stop := make(chan struct{})
	var clients sync.WaitGroup
	var sent, failures atomic.Int64
	for range 4 {
		clients.Add(1)
		go func() {
			defer clients.Done()
			load(front.URL, stop, &sent, func(why string) {
				if failures.Add(1) <= 10 {
					t.Errorf("request failed: %s", why)
				}
			})
		}()
	}
	type deployment struct {
		proc *child
		be   *backend
	}
	var leaving []deployment // all drain at the same time, for long
	for i := range restarts {
		next := startChild(t, "rolling")
		added := b.add(t, next.addr)
		for sent.Load() < int64(i)*20 { // the load continues, however slow the machine is
			time.Sleep(time.Millisecond)
		}
		proc.signal(syscall.SIGTERM)
		leaving = append(leaving, deployment{proc, current})
		proc, current = next, added
	}
	for _, d := range leaving {
		d.proc.expect(0, "worker stopped", "process-wide hook", "hook", "clean exit")
		b.remove(d.be)
	}
	close(stop)
	clients.Wait()
	b.remove(current)
	if failures.Load() > 0 {
		t.Errorf("%d of %d requests failed", failures.Load(), sent.Load())
	}
	t.Logf("%d restarts, %d requests, %d failed", restarts, sent.Load(), failures.Load())
}
