package unreadchannel

import (
	"context"
	"net"

	"github.com/IBM/sarama"
	"github.com/fsnotify/fsnotify"
	"golang.org/x/crypto/ssh"
)

func watch(ctx context.Context, dir string, changed func(string)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.Add(dir); err != nil {
		return err
	}
	for {
		select {
		case ev := <-w.Events: // want `fsnotify.Watcher blocks at its first error, and sends no more events: nothing receives from its channel Errors`
			changed(ev.Name)
		case <-ctx.Done():
			return nil
		}
	}
}

type publisher struct{ producer sarama.AsyncProducer }

func newPublisher(brokers []string) (*publisher, error) {
	cfg := sarama.NewConfig()
	p, err := sarama.NewAsyncProducer(brokers, cfg) // want `sarama.AsyncProducer blocks when a message fails, and takes no more messages: nothing receives from its channel Errors`
	if err != nil {
		return nil, err
	}
	return &publisher{producer: p}, nil
}

func (p *publisher) publish(m *sarama.ProducerMessage) { p.producer.Input() <- m }

func serve(c net.Conn, cfg *ssh.ServerConfig, handle func(ssh.Channel)) error {
	conn, chans, _, err := ssh.NewServerConn(c, cfg) // want `the connection hangs after a few requests of the other side: nothing receives from the channel of ssh.NewServerConn, which is dropped`
	if err != nil {
		return err
	}
	defer conn.Close()
	for next := range chans {
		ch, _, err := next.Accept() // want `the connection hangs after a few requests of the other side: nothing receives from the channel of next.Accept, which is dropped`
		if err != nil {
			return err
		}
		handle(ch)
	}
	return nil
}
