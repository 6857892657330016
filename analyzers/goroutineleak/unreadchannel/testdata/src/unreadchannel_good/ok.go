package unreadchannel_good

import (
	"log"
	"net"

	"github.com/IBM/sarama"
	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
	"github.com/fsnotify/fsnotify"
	"golang.org/x/crypto/ssh"
)

type watcher struct{ *fsnotify.Watcher }

// The errors are received by another function, through the embedded watcher.
func open(dir string) (*watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &watcher{w}, w.Add(dir)
}

func (w *watcher) watch(changed func(string)) {
	go func() {
		for err := range w.Errors {
			log.Print(err)
		}
	}()
	for ev := range w.Events {
		changed(ev.Name)
	}
}

// An interface of the package stands for the method.
type failing interface {
	Errors() <-chan *sarama.ProducerError
}

func produce(brokers []string) error {
	p, err := sarama.NewAsyncProducer(brokers, sarama.NewConfig())
	if err != nil {
		return err
	}
	go drain(p)
	p.Input() <- &sarama.ProducerMessage{}
	return nil
}

func drain(f failing) {
	for err := range f.Errors() {
		log.Print(err.Err)
	}
}

// Each message has a channel of its own for its report.
func deliver(conf *kafka.ConfigMap, m *kafka.Message) error {
	p, err := kafka.NewProducer(conf)
	if err != nil {
		return err
	}
	defer p.Close()
	done := make(chan kafka.Event, 1)
	if err := p.Produce(m, done); err != nil {
		return err
	}
	<-done
	return nil
}

// The requests are answered.
func serve(c net.Conn, cfg *ssh.ServerConfig) error {
	conn, chans, reqs, err := ssh.NewServerConn(c, cfg)
	if err != nil {
		return err
	}
	defer conn.Close()
	go ssh.DiscardRequests(reqs)
	for range chans {
	}
	return nil
}
