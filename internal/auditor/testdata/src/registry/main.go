// Registry takes itself out of two registries: of one by a hook, and too early,
// of the other by its lease, within a limit.
package main

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/hashicorp/consul/api"
	clientv3 "go.etcd.io/etcd/client/v3"
)

type app struct {
	srv   *http.Server
	agent *api.Agent
	etcd  *clientv3.Client
	leave func(string) error
}

func (a *app) stop() {
	_ = a.leave("shop")
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
	defer cancel()
	_ = a.srv.Shutdown(ctx)
	short, done := context.WithTimeout(context.Background(), time.Second)
	defer done()
	_ = a.etcd.Revoke(short, 1)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := &app{srv: &http.Server{}, agent: new(api.Agent), etcd: new(clientv3.Client)}
	a.leave = a.agent.ServiceDeregister
	go func() { _ = a.srv.ListenAndServe() }()
	<-ctx.Done()
	a.stop()
}
