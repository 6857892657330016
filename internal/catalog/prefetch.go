package catalog

// A Prefetch is a call after which a broker sends messages that are not acknowledged, as many as there are unless
// Limits is called on the channel. AutoAck is the argument that says that none has to be, Message is the type of
// one, and Opens makes a channel.
type Prefetch struct {
	AutoAck int
	Message string
	Limits  string
	Opens   string
}

// Prefetches are the calls.
var Prefetches = map[string]Prefetch{
	"(*github.com/rabbitmq/amqp091-go.Channel).Consume":            rabbit(2),
	"(*github.com/rabbitmq/amqp091-go.Channel).ConsumeWithContext": rabbit(3),
	"(*github.com/streadway/amqp.Channel).Consume": {
		AutoAck: 2, Message: "github.com/streadway/amqp.Delivery",
		Limits: "(*github.com/streadway/amqp.Channel).Qos", Opens: "(*github.com/streadway/amqp.Connection).Channel",
	},
}

func rabbit(autoAck int) Prefetch {
	return Prefetch{
		AutoAck: autoAck, Message: "github.com/rabbitmq/amqp091-go.Delivery",
		Limits: "(*github.com/rabbitmq/amqp091-go.Channel).Qos", Opens: "(*github.com/rabbitmq/amqp091-go.Connection).Channel",
	}
}
