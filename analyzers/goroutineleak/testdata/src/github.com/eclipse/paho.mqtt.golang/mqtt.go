// Package mqtt is a stub.
package mqtt

type Message interface {
	Topic() string
	Payload() []byte
	Ack()
}

type Token interface {
	Wait() bool
	Done() <-chan struct{}
	Error() error
}

type MessageHandler func(Client, Message)

type Client interface {
	Publish(topic string, qos byte, retained bool, payload any) Token
	Subscribe(topic string, qos byte, callback MessageHandler) Token
	Unsubscribe(topics ...string) Token
	AddRoute(topic string, callback MessageHandler)
}

type ClientOptions struct{}

func NewClientOptions() *ClientOptions { return &ClientOptions{} }

func (o *ClientOptions) SetOrderMatters(order bool) *ClientOptions { return o }

func (o *ClientOptions) SetDefaultPublishHandler(h MessageHandler) *ClientOptions { return o }

func NewClient(o *ClientOptions) Client { return nil }
