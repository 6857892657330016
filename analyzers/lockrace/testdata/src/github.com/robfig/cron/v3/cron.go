package cron

type Cron struct{}

func New() *Cron { return &Cron{} }

func (c *Cron) AddFunc(spec string, cmd func()) (int, error) { return 0, nil }

func (c *Cron) Start() {}
