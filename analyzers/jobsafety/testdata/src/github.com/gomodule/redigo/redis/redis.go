package redis

type Conn interface {
	Do(commandName string, args ...interface{}) (reply interface{}, err error)
	Send(commandName string, args ...interface{}) error
	Flush() error
}

func Int(reply interface{}, err error) (int, error) { return 0, err }
