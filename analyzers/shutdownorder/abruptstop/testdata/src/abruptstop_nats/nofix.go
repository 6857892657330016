package natsstop

import (
	"context"
	"os"
	"os/signal"

	"github.com/nats-io/nats.go"
)

type orders struct{ nc *nats.Conn }

func connect(url string) (*orders, error) {
	nc, err := nats.Connect(url)
	if err != nil {
		return nil, err
	}
	o := &orders{nc: nc}
	if _, err := nc.QueueSubscribe("orders.*", "billing", o.bill); err != nil {
		nc.Close() // the start has failed
		return nil, err
	}
	return o, nil
}

func (o *orders) bill(m *nats.Msg) { o.nc.Publish("bills", m.Data) }

func (o *orders) Shutdown() {
	o.nc.Close() // want `messages that have arrived are dropped when the program stops: o.nc.Close discards what the subscription \(line 19\) has not handled, in place of a drain`
}

func (o *orders) end() {
	o.nc.Close() // want `messages that have arrived are dropped when the program stops`
}

func run(ctx context.Context, o *orders) {
	<-ctx.Done()
	o.end()
}

func deferred(url string) error {
	o, err := connect(url)
	if err != nil {
		return err
	}
	defer o.nc.Close() // want `messages that have arrived are dropped when the program stops`
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	return nil
}
