package mixedatomic

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
)

// What a function makes ready is not shared yet.
type plant struct {
	Name  string
	phase int32
}

func loadPlant(data []byte) (p plant, err error) {
	if err = json.Unmarshal(data, &p); err != nil {
		return p, err
	}
	initPlant(&p)
	return p, nil
}

func initPlant(p *plant) {
	fmt.Println(&p)
	p.phase = 1
}

func (p *plant) Advance() bool { return atomic.CompareAndSwapInt32(&p.phase, 1, 2) }
