/// How much of the help is shown: what fits on a screen, or everything.
package enum HelpLength { case short, long }
