package unlockedaccess

import "testing"

func TestPriceList(t *testing.T) {
	c := &priceList{items: make(map[string]int)}
	c.SetForTesting("a", 1)
	if c.Get("a") != 1 {
		t.Error("a is lost")
	}
}
