package prometheus

type Metric interface{ Desc() string }
