package cron

type Cron struct{}

type Option func(*Cron)

type JobWrapper func(func()) func()

type Logger interface{}

var DefaultLogger Logger

func New(opts ...Option) *Cron { return &Cron{} }

func WithChain(wrappers ...JobWrapper) Option { return nil }

func SkipIfStillRunning(logger Logger) JobWrapper { return nil }

func (c *Cron) AddFunc(spec string, cmd func()) (int, error) { return 0, nil }
