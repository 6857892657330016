// Package near finds the known word that is most similar to an unknown one.
package near

import "strings"

// Word returns the word of known that is nearest to word, or else one that begins with it,
// "" if none is near. Case, hyphens and underscores do not count. Of equally near ones the
// first is returned.
func Word(word string, known []string) string {
	plain := normal(word)
	best, least := "", most(plain)+1
	for _, k := range known {
		if d := distance(plain, normal(k)); d < least {
			best, least = k, d
		}
	}
	for _, k := range known {
		if best == "" && len(plain) >= 3 && strings.HasPrefix(normal(k), plain) {
			best = k
		}
	}
	return best
}

// Hint returns "; did you mean X?" for the nearest word, "" if none is near.
func Hint(word string, known []string) string {
	if w := Word(word, known); w != "" {
		return "; did you mean " + w + "?"
	}
	return ""
}

// most is how many changes a word may be away: a third of its letters, and three.
func most(word string) int { return min(len(word)/3, 3) }

func normal(word string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(word))
}

// distance returns how many letters have to be added, left out, changed or swapped
// with their neighbour to get from a to b.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
