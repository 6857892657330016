package verdict

import "go/token"

// A DoubtAt is one reason to lower the confidence of a finding, and the code that causes it.
type DoubtAt struct {
	*Doubt
	Pos token.Pos
}

// At returns a doubt with the code that causes it.
func (d *Doubt) At(pos token.Pos) DoubtAt { return DoubtAt{d, pos} }

// Kinds returns the kinds of doubts.
func Kinds(doubts []DoubtAt) []*Doubt {
	var list []*Doubt
	for _, d := range doubts {
		list = append(list, d.Doubt)
	}
	return list
}
