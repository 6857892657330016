package unreadchannel_kept

import (
	"log"

	"github.com/IBM/sarama"
)

type queue struct{ producer sarama.AsyncProducer }

func open(brokers []string) (*queue, error) {
	cfg := sarama.NewConfig()
	cfg.Producer.Return.Successes = true
	p, err := sarama.NewAsyncProducer(brokers, cfg)
	if err != nil {
		return nil, err
	}
	return &queue{producer: p}, nil
}

func (q *queue) failures() {
	for err := range q.producer.Errors() { // want `sarama.AsyncProducer blocks when a message is sent, and takes no more messages: nothing receives from its channel Successes`
		log.Print(err.Err)
	}
}
