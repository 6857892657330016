package amqp091

type Delivery struct {
	Body        []byte
	Redelivered bool
	DeliveryTag uint64
}

func (d Delivery) Ack(multiple bool) error           { return nil }
func (d Delivery) Nack(multiple, requeue bool) error { return nil }
func (d Delivery) Reject(requeue bool) error         { return nil }

type Table map[string]any

type Channel struct{}

func (*Channel) Consume(queue, consumer string, autoAck, exclusive, noLocal, noWait bool, args Table) (<-chan Delivery, error) {
	return nil, nil
}

func (*Channel) Ack(tag uint64, multiple bool) error { return nil }

type Queue struct{ Name string }

func (*Channel) QueueDeclare(name string, durable, autoDelete, exclusive, noWait bool, args Table) (Queue, error) {
	return Queue{}, nil
}

func (*Channel) Qos(prefetchCount, prefetchSize int, global bool) error { return nil }

type Connection struct{}

func (*Connection) Channel() (*Channel, error) { return &Channel{}, nil }
