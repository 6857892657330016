// Package verdict says how sure a finding is, and what speaks against it.
//
// Every candidate of a check ends as safe, by a [Proof] that the code shows; as a
// finding, of a confidence that each [Doubt] may lower; or out of scope. A doubt
// never makes a candidate vanish: at most it makes it unproven, which nothing but
// `lifecyclelint why` shows.
//
// The tables of this package are the only place where a reason to believe a finding
// less is named, so that the same ground cannot weigh differently in two checks.
package verdict

import (
	"fmt"
	"strings"
)

// A Confidence says how likely a finding is one that its reader would fix.
type Confidence string

// The tiers. High and medium are reported by default, low when asked for, unproven
// never.
const (
	High     Confidence = "high"
	Medium   Confidence = "medium"
	Low      Confidence = "low"
	Unproven Confidence = "unproven"
)

// order ranks the tiers, the least first.
var order = map[Confidence]int{Unproven: 0, Low: 1, Medium: 2, High: 3}

// Valid reports whether c can be asked for as the least confidence to report.
func (c Confidence) Valid() bool { return order[c] > 0 }

// AtLeast reports whether c is not below least.
func (c Confidence) AtLeast(least Confidence) bool { return order[c] >= order[least] }

// Compare returns how c stands to other: below zero when it is less sure.
func (c Confidence) Compare(other Confidence) int { return order[c] - order[other] }

// Parse returns the least confidence that a setting names; empty is the default.
func Parse(setting string) (Confidence, error) {
	c := Confidence(setting)
	if setting == "" {
		c = Medium
	}
	if !c.Valid() {
		return "", fmt.Errorf("confidence is %q, want high, medium or low", setting)
	}
	return c, nil
}

// A Doubt is one kind of reason to believe a finding less.
type Doubt struct {
	ID string
	// Sentence says to the reader of a finding what speaks against it: lower case, no
	// full stop, in the present tense.
	Sentence string
	// Ceiling is the most that a finding with this doubt can be.
	Ceiling Confidence
	// Rank marks a doubt about what the finding costs, not about whether it is so: it
	// lowers the severity as well, and says nothing against the truth.
	Rank bool
}

// A Proof is one kind of evidence that a candidate is safe.
type Proof struct {
	ID       string
	Sentence string // as that of a [Doubt]
}

// Lower returns a confidence, lowered by the given doubts: the lowest ceiling, and one tier
// less if two of them are about the truth. A doubt counts once.
func Lower(c Confidence, doubts []*Doubt) Confidence {
	truth := make(map[*Doubt]bool)
	for _, d := range doubts {
		if !d.Ceiling.AtLeast(c) {
			c = d.Ceiling
		}
		if !d.Rank {
			truth[d] = true
		}
	}
	if len(truth) > 1 {
		c = below[c]
	}
	return c
}

// below is the tier under each.
var below = map[Confidence]Confidence{High: Medium, Medium: Low, Low: Unproven, Unproven: Unproven}

// Rank returns the most that a finding can cost under the given doubts: the lowest ceiling of those
// about what it costs, High without any.
func Rank(doubts []*Doubt) Confidence {
	rank := High
	for _, d := range doubts {
		if d.Rank && !d.Ceiling.AtLeast(rank) {
			rank = d.Ceiling
		}
	}
	return rank
}

// Sentences joins what the doubts say.
func Sentences(doubts []*Doubt) string {
	var list []string
	for _, d := range doubts {
		list = append(list, d.Sentence)
	}
	return strings.Join(list, "; ")
}

// DoubtByID returns the doubt of the table with this ID, nil if there is none.
func DoubtByID(id string) *Doubt { return doubtsByID[id] }

// ProofByID returns the proof of the table with this ID, nil if there is none.
func ProofByID(id string) *Proof { return proofsByID[id] }

var (
	doubtsByID = index(Doubts, func(d *Doubt) string { return d.ID })
	proofsByID = index(Proofs, func(p *Proof) string { return p.ID })
)

func index[T any](list []*T, id func(*T) string) map[string]*T {
	byID := make(map[string]*T, len(list))
	for _, v := range list {
		byID[id(v)] = v
	}
	return byID
}
