package sarama

type ConsumerMessage struct{ Key, Value []byte }

type ConsumerGroupSession interface {
	MarkMessage(msg *ConsumerMessage, metadata string)
}

type ConsumerGroupClaim interface {
	Messages() <-chan *ConsumerMessage
}
