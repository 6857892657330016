package jetstream

type Msg interface {
	Subject() string
	InProgress() error
	Data() []byte
	Ack() error
	Nak() error
	Term() error
}
