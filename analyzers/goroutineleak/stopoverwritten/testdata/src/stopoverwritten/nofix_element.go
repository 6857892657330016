package stopoverwritten

import (
	"context"
	"log"
	"sync"
	"time"
)

// A device that is taken away is polled until the whole fleet is closed.
type fleet struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	devices map[string]*device
}

type device struct{ addr string }

func (d *device) ping() { log.Println("ping", d.addr) }

func newFleet() *fleet {
	ctx, cancel := context.WithCancel(context.Background())
	return &fleet{ctx: ctx, cancel: cancel, devices: make(map[string]*device)}
}

func (f *fleet) Connect(addr string) {
	d := &device{addr}
	f.mu.Lock()
	f.devices[addr] = d
	f.mu.Unlock()
	go f.inspect(d) // want `goroutine is leaked when Disconnect deletes its element from devices at line 42: only a signal of the owner, which all elements share, ends it`
}

func (f *fleet) Disconnect(addr string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.devices[addr]; !ok {
		return
	}
	delete(f.devices, addr)
}

func (f *fleet) inspect(d *device) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			d.ping()
		case <-f.ctx.Done():
			return
		}
	}
}

func (f *fleet) Close() { f.cancel() }

// The owner has a channel, and the goroutine is started by another function and gets the key.
type leases struct {
	quit chan struct{}
	all  sync.Map
}

func newLeases() *leases { return &leases{quit: make(chan struct{})} }

func (l *leases) Grant(id int64, renew func(int64)) {
	l.all.Store(id, time.Now())
	l.keep(id, renew)
}

func (l *leases) keep(id int64, renew func(int64)) {
	go func() { // want `goroutine is leaked when Revoke deletes its element from all at line 86`
		for {
			select {
			case <-l.quit:
				return
			case <-time.After(time.Second):
				renew(id)
			}
		}
	}()
}

func (l *leases) Revoke(id int64) { l.all.Delete(id) }

func (l *leases) Close() { close(l.quit) }
