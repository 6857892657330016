package unreadchannel_low

import (
	"github.com/IBM/sarama"
	"github.com/fsnotify/fsnotify"
)

// The watcher is returned to other packages.
func Open(dir string) (*fsnotify.Watcher, error) {
	w, err := fsnotify.NewWatcher() // want `nothing receives from its channel Errors` `nothing receives from its channel Events`
	if err != nil {
		return nil, err
	}
	return w, w.Add(dir)
}

type publisher struct{ producer sarama.AsyncProducer }

// The configuration is made by another package.
func newPublisher(brokers []string, cfg *sarama.Config) (*publisher, error) {
	p, err := sarama.NewAsyncProducer(brokers, cfg) // want `nothing receives from its channel Errors`
	if err != nil {
		return nil, err
	}
	return &publisher{producer: p}, nil
}
