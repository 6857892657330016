package unlockedaccess

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// A collector describes itself when it is registered, before anybody collects.
type queueCollector struct {
	mu    sync.Mutex
	descs map[string]*prometheus.Desc
}

func (c *queueCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		ch <- d
	}
}

func (c *queueCollector) Collect(name string) *prometheus.Desc {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.descs[name] == nil {
		c.descs[name] = new(prometheus.Desc)
	}
	return c.descs[name]
}

// The client asks in the goroutine of Do.
func follow(client *http.Client, req *http.Request) (hops int, err error) {
	var mu sync.Mutex
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		hops++
		if hops > 10 {
			return errors.New("too many redirects")
		}
		return nil
	}
	resp, err := client.Do(req)
	if err != nil {
		return hops, err
	}
	mu.Lock()
	defer mu.Unlock()
	hops++
	return hops, resp.Body.Close()
}

// The timer is kept as soon as it runs, long before it fires.
type visitor struct {
	mu    sync.Mutex
	timer *time.Timer
	gone  bool
}

func newVisitor() *visitor {
	v := &visitor{}
	v.timer = time.AfterFunc(time.Minute, v.expire)
	return v
}

func (v *visitor) expire() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.timer, v.gone = nil, true
}
